import { execFile } from "node:child_process";
import { join } from "node:path";

/** The program of specwright. */
export const bin: string = join(import.meta.dirname, "../bin/specwright.js");

/** How a command ended. */
export interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/**
 * Runs specwright in a folder.
 *
 * @param input What is on its standard input; nothing unless given.
 */
export function run(
  folder: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  input?: string,
): Promise<Run> {
  return new Promise((resolve) => {
    // As from a terminal, whichever script of npm runs the tests.
    const own = { NO_COLOR: "1", npm_lifecycle_event: undefined };
    const options = { cwd: folder, env: { ...process.env, ...own, ...env } };
    const child = execFile(
      process.execPath,
      ["-C", "source", bin, ...args],
      options,
      (error, out, err) => {
        resolve({ code: typeof error?.code === "number" ? error.code : 0, out, err });
      },
    );
    child.stdin?.end(input);
  });
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
