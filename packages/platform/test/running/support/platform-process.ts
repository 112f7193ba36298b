import { execFile, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect, vi } from "vitest";
import { findFreePort } from "../../../../../test/support/free-port.ts";
import { patience } from "../../../../../test/support/patience.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../../../../", import.meta.url));
const program = fileURLToPath(new URL("../../../bin/platform.js", import.meta.url));

/** The output and the exit code of a command. */
export interface CommandRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A `platform serve` that runs. */
export interface PlatformProcess {
  readonly url: string;
  readonly pid: number;
  /** Everything that it printed. */
  readonly text: () => string;
  readonly send: (signal: NodeJS.Signals) => void;
  /** The exit code, once it has ended. */
  readonly ended: Promise<number | null>;
}

const stopping = new Set<() => void>();
afterAll(() => {
  for (const stop of stopping) {
    stop();
  }
});

/** The environment of a command: our own, without the variables that vitest and the developer's shell add. */
export function buildEnvironment(more: Readonly<Record<string, string>>): Record<string, string> {
  const { PATH = "", HOME = "" } = process.env;
  return { PATH, HOME, PLATFORM_METRICS_PORT: "off", ...more };
}

/** How a process is started. */
export interface StartOptions {
  /**
   * True to start the program as an operator does: it finds the service and replaces itself. Default: from the sources,
   * with the options of Node that make it ready.
   */
  readonly asInstalled?: boolean;
  /** Options of Node for the process, such as `--import`. */
  readonly nodeOptions?: readonly string[];
}

function buildCommand({ asInstalled = false, nodeOptions = [] }: StartOptions) {
  const ready = ["-C", "source", "--max-semi-space-size=16"];
  return asInstalled ? [program] : [...nodeOptions, ...ready, program];
}

/** Runs a command to its end. */
export async function runPlatform(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  start: StartOptions = {},
): Promise<CommandRun> {
  const options = { cwd: root, env: buildEnvironment(environment) };
  return await run(process.execPath, [...buildCommand(start), ...words], options).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    // The error of execFile has these members.
    ({ code, stdout, stderr }: CommandRun) => ({ code, stdout, stderr }),
  );
}

/** Starts `platform serve`, and resolves when it is ready. It is killed when the suite ends. */
export async function startProcess(
  environment: Readonly<Record<string, string>>,
  options: StartOptions = {},
): Promise<PlatformProcess> {
  const port = environment.PORT ?? String(await findFreePort());
  const env = buildEnvironment({ ...environment, PORT: port });
  const child = spawn(process.execPath, [...buildCommand(options), "serve"], { cwd: root, env });
  const stop = (): void => void child.kill("SIGTERM");
  stopping.add(stop);
  const ended = new Promise<number | null>((resolve) => {
    child.once("exit", (code) => {
      stopping.delete(stop);
      resolve(code);
    });
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (piece: string) => {
      text += piece;
    });
  }
  const url = `http://127.0.0.1:${port}`;
  const isReadyOrEnded = async (): Promise<boolean> =>
    child.exitCode !== null || (await fetchReadyStatus(url)) === 200;
  await vi.waitFor(async () => expect(await isReadyOrEnded()).toBe(true), patience);
  if (child.exitCode !== null) {
    throw new Error(`The service ended: ${text}`);
  }
  const { pid } = child;
  if (pid === undefined) {
    throw new Error("The service was not started.");
  }
  return { url, pid, text: () => text, send: (signal) => void child.kill(signal), ended };
}

/** The status of `/ready`, or 0 when nothing answers. */
export async function fetchReadyStatus(url: string): Promise<number> {
  return await fetch(`${url}/ready`).then(
    async (response) => {
      await response.text();
      return response.status;
    },
    () => 0,
  );
}
