import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { vi } from "vitest";
import { runCli } from "../src/cli/index.ts";

/** The program of specwright. */
export const bin: string = join(import.meta.dirname, "../bin/specwright.js");

/** How a command ended. */
export interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** An environment as in a terminal, without the variables of the npm script that runs the tests. */
const usual: NodeJS.ProcessEnv = { NO_COLOR: "1", npm_lifecycle_event: undefined };

/**
 * Runs a command of specwright in a folder as a process of its own, for tests of standard input, exit codes, locales
 * and time zones. Most of the time is spent on starting the process. `run` does not need one.
 *
 * @param input The text on its standard input. Default: nothing.
 */
export async function runProgram(
  folder: string,
  args: readonly string[],
  { env = {}, input }: { readonly env?: NodeJS.ProcessEnv; readonly input?: string } = {},
): Promise<Run> {
  const child = spawn(process.execPath, ["-C", "source", bin, ...args], {
    cwd: folder,
    env: { ...process.env, ...usual, ...env },
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
  });
  child.stdin?.end(input);
  const printed = { out: "", err: "" };
  child.stdout?.on("data", (chunk) => {
    printed.out += chunk;
  });
  child.stderr?.on("data", (chunk) => {
    printed.err += chunk;
  });
  const [code] = await once(child, "close");
  return { code, ...printed };
}

/**
 * Resolves when the last command has ended. Commands run one after another, because each changes the working folder,
 * the environment and the streams of this process.
 */
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a command of specwright in a folder, within this process. Commands started meanwhile wait for it.
 *
 * @throws the error that the command throws. This is a bug; a process would print its stack.
 */
export function run(
  folder: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Run> {
  const result = last.then(() => runHere(folder, args, { ...usual, ...env }));
  last = result.catch(() => undefined);
  return result;
}

async function runHere(
  folder: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Run> {
  const home = process.cwd();
  const out = capture(process.stdout);
  const err = capture(process.stderr);
  try {
    process.chdir(folder);
    for (const [name, value] of Object.entries(env)) {
      vi.stubEnv(name, value);
    }
    const code = await runCli(args);
    return { code, out: out.end(), err: err.end() };
  } finally {
    out.end();
    err.end();
    vi.unstubAllEnvs();
    process.chdir(home);
  }
}

/** Captures the output to a stream of this process. `end` returns it and restores the stream. */
function capture(stream: NodeJS.WriteStream): { readonly end: () => string } {
  let printed = "";
  const listeners = new Set(stream.listeners("error"));
  const write = vi.spyOn(stream, "write").mockImplementation((chunk) => {
    printed += String(chunk);
    return true;
  });
  const end = (): string => {
    write.mockRestore();
    for (const listener of stream.listeners("error")) {
      if (!listeners.has(listener)) {
        // Listeners of this event are functions of one argument (node:events).
        stream.off("error", listener as (error: Error) => void);
      }
    }
    return printed;
  };
  return { end };
}

/** A document with one operation, `getA`. */
export const smallDocument = `openapi: 3.1.0
info: {title: a, version: "1"}
paths:
  /a:
    get:
      operationId: getA
      responses:
        "200": {description: ok}
`;
