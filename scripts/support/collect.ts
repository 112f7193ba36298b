import type { ChildProcess } from "node:child_process";

/** The output of a process, and its exit. */
export interface Ended {
  /** The exit code; null when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The text of both streams, in the order in which it arrived. */
  readonly output: string;
}

/**
 * Waits for a process to end, and returns its output. The promise is rejected when it could not be started.
 *
 * @param onText Receives each string as it comes.
 */
export function collect(child: ChildProcess, onText?: (text: string) => void): Promise<Ended> {
  const printed = { stdout: "", stderr: "", output: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name]?.setEncoding("utf8").on("data", (text: string) => {
      printed[name] += text;
      printed.output += text;
      onText?.(text);
    });
  }
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, ...printed }));
  });
}
