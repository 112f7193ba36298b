import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure } from "../support/failure.ts";
import { inRoot } from "../support/paths.ts";

/** A running mock. */
export interface Mock {
  /** Its address, without a slash at the end. */
  readonly url: string;
  /** Resolves when the process has ended, with the end of what it printed. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

/** Where the mock listens and whether its log is shown. */
export interface MockOptions {
  readonly host?: string;
  /** 0, the default, takes a free port. */
  readonly port?: number;
  readonly showLog?: boolean;
}

/** Prism needs about a second; a machine that is busy with other things may need much more. */
const startTimeout = 60_000;

/**
 * Starts Prism on a bundled document, as a process of its own.
 *
 * @throws Failure when Prism does not start, with what it printed.
 */
export async function startMock(yaml: string, options: MockOptions = {}): Promise<Mock> {
  const folder = await mkdtemp(join(tmpdir(), "specwright-mock-"));
  const file = join(folder, "openapi.yaml");
  await writeFile(file, yaml);
  const host = options.host ?? "127.0.0.1";
  const child = spawn(
    process.execPath,
    [
      inRoot("node_modules/@stoplight/prism-cli/dist/index.js"),
      "mock",
      file,
      "--host",
      host,
      "--port",
      String(options.port ?? 0),
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
      if (options.showLog) process.stderr.write(text);
      const found = /listening on (http:\/\/\S+)/.exec(log);
      if (found?.[1]) resolve(found[1]);
    };
    child.stdout.setEncoding("utf8").on("data", read);
    child.stderr.setEncoding("utf8").on("data", read);
  });
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await ended;
  };
  const url = await Promise.race([listening, ended.then(() => undefined), timeout()]);
  if (url === undefined) {
    await stop();
    throw new Failure(
      `The mock (Prism) did not start. It printed:\n${log}\n${whatToDo(log, options.port)}`,
    );
  }
  return { url, ended, stop };
}

function whatToDo(log: string, port: number | undefined): string {
  return log.includes("EADDRINUSE")
    ? `What to do: port ${port} is in use; stop what uses it, or choose another one with --port.`
    : "What to do: run `npm run lint:spec` and correct what it shows.";
}

function timeout(): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(resolve, startTimeout, undefined).unref();
  });
}
