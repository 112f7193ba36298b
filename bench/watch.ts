import { spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { Failure } from "../scripts/support/failure.ts";
import { root } from "../scripts/support/paths.ts";
import { computeMedian, type ProcessFigures } from "./process.ts";

/** A program that watches a file, and the edits of that file. */
export interface WatchOptions {
  readonly args: readonly string[];
  /** The file, which is changed. */
  readonly file: string;
  /** Each edit makes the next text of the file from the previous one. */
  readonly edits: readonly ((text: string) => string)[];
}

/**
 * Measures how long a watching process takes from saving an edit to having written the new output. A first edit is not
 * counted, because code that runs for the first time is compiled then.
 *
 * @throws Failure when the process ends, or takes more than a minute.
 */
export async function measureWatch({
  args,
  file,
  edits,
}: WatchOptions): Promise<Omit<ProcessFigures, "processor">> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  let printed = "";
  let wake = (): void => {};
  const read = (text: string): void => {
    printed += text;
    wake();
  };
  child.stdout.setEncoding("utf8").on("data", read);
  child.stderr.setEncoding("utf8").on("data", read);
  child.once("close", () => wake());
  const waitFor = async (pattern: RegExp): Promise<void> => {
    const deadline = setTimeout(() => child.kill(), 60_000);
    while (!pattern.test(printed)) {
      if (child.exitCode !== null || child.signalCode !== null) {
        throw new Failure(`${args.join(" ")} did not print ${pattern}:\n${printed.slice(-4000)}`);
      }
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    clearTimeout(deadline);
  };
  try {
    await waitFor(/Watching for changes/);
    const times: number[] = [];
    for (const edit of edits) {
      await writeFile(file, edit(await readFile(file, "utf8")));
      printed = "";
      const start = performance.now();
      await waitFor(/files? written|Up to date/);
      times.push((performance.now() - start) / 1000);
      // Wait, as a person would before the next edit.
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    return { seconds: computeMedian(times.slice(1)), megabytes: await readPeakMemory(child.pid) };
  } finally {
    child.kill();
  }
}

/** The peak memory of a running process, in MB; NaN on systems other than Linux. */
async function readPeakMemory(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return (Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) * 1024) / 1e6;
}
