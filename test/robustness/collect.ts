import type { ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";

/** What a process printed, and how it ended; the code is null when a signal ended it. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Waits for a process to end. */
export async function collect(
  child: ChildProcessByStdio<null, Readable, Readable>,
): Promise<Ended> {
  const printed = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => {
      printed[name] += text;
    });
  }
  await once(child, "close");
  return { code: child.exitCode, ...printed };
}
