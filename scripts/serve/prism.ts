import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure } from "../support/failure.ts";
import { resolveInRoot } from "../support/paths.ts";

/** A running mock. */
export interface Mock {
  /** Its address, without a slash at the end. */
  readonly url: string;
  /** Resolves when the process has ended, with the end of its output. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

/** Prism needs about a second, but much more on a busy machine. */
const startTimeout = 60_000;

/**
 * Starts Prism for a bundled document, in its own process and on a free port of this machine.
 *
 * @throws Failure with the output of Prism when it does not start.
 */
export async function startMock(yaml: string): Promise<Mock> {
  const folder = await mkdtemp(join(tmpdir(), "specwright-mock-"));
  const file = join(folder, "openapi.yaml");
  await writeFile(file, yaml);
  const child = spawn(
    process.execPath,
    [
      resolveInRoot("node_modules/@stoplight/prism-cli/dist/index.js"),
      "mock",
      file,
      "--host",
      "127.0.0.1",
      "--port",
      "0",
    ],
    { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, FORCE_COLOR: "0" } },
  );
  let log = "";
  const ended = new Promise<string>((resolve) => {
    child.once("close", () => {
      rm(folder, { recursive: true, force: true }).finally(() => resolve(log.slice(-4000)));
    });
  });
  const listening = new Promise<string>((resolve) => {
    const read = (text: string): void => {
      log = `${log}${text}`.slice(-64_000);
      const found = /listening on (http:\/\/\S+)/.exec(log);
      if (found?.[1]) {
        resolve(found[1]);
      }
    };
    child.stdout.setEncoding("utf8").on("data", read);
    child.stderr.setEncoding("utf8").on("data", read);
  });
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await ended;
  };
  const url = await Promise.race([listening, ended.then(() => undefined), giveUpStart()]);
  if (url === undefined) {
    await stop();
    throw new Failure(
      `The mock (Prism) did not start. It printed:\n${log}\nRun "npm run lint:spec" and correct what it shows.`,
    );
  }
  return { url, ended, stop };
}

function giveUpStart(): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(resolve, startTimeout, undefined).unref();
  });
}
