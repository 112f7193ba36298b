import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure } from "../scripts/support/failure.ts";
import { root } from "../scripts/support/paths.ts";

/** The time and the peak memory of whole processes. */
export interface ProcessFigures {
  /** Median of the wall times, in seconds. */
  readonly seconds: number;
  /** Median of the times of the processor, in seconds, with all threads. It depends less on what else runs. */
  readonly processor: number;
  /** The largest peak of resident memory, in megabytes (10^6 bytes). */
  readonly megabytes: number;
}

/** The command to run, and the preparation before each run, which is not measured. */
export interface ProcessOptions {
  readonly args: readonly string[];
  readonly runs?: number;
  readonly before?: () => Promise<void>;
  readonly cwd?: string;
}

/**
 * Runs a Node program several times, each time in a new process, and measures the whole process from start to end.
 *
 * @throws Failure with the output of a run that ends with another exit code than 0.
 */
export async function measureProcess(options: ProcessOptions): Promise<ProcessFigures> {
  const folder = await mkdtemp(join(tmpdir(), "specwright-bench-"));
  const preload = join(folder, "memory.mjs");
  const usage = join(folder, "usage");
  // A process reports what it used itself before it ends, because that cannot be read afterwards.
  await writeFile(
    preload,
    `import { writeFileSync } from "node:fs";\nprocess.on("exit", () => writeFileSync(${JSON.stringify(usage)}, JSON.stringify(process.resourceUsage())));\n`,
  );
  try {
    const times: number[] = [];
    const processorTimes: number[] = [];
    let kilobytes = 0;
    for (let run = 0; run < (options.runs ?? 5); run++) {
      await options.before?.();
      times.push(await runOnce(["--import", preload, ...options.args], options.cwd ?? root));
      // A process that is replaced by a native program, such as TypeScript 7, does not write this file.
      const text = await readFile(usage, "utf8").catch(() => "{}");
      const used = JSON.parse(text) as Partial<NodeJS.ResourceUsage>;
      kilobytes = Math.max(kilobytes, used.maxRSS ?? 0);
      processorTimes.push(((used.userCPUTime ?? 0) + (used.systemCPUTime ?? 0)) / 1e6);
    }
    return {
      seconds: computeMedian(times),
      processor: computeMedian(processorTimes),
      megabytes: (kilobytes * 1024) / 1e6,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function runOnce(args: readonly string[], cwd: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(process.execPath, args, {
      cwd,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, NODE_OPTIONS: "" },
    });
    let printed = "";
    const read = (text: string): void => {
      printed = `${printed}${text}`.slice(-4000);
    };
    child.stdout.setEncoding("utf8").on("data", read);
    child.stderr.setEncoding("utf8").on("data", read);
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) {
        resolve((performance.now() - started) / 1000);
      } else {
        reject(new Failure(`${args.join(" ")} ended with exit code ${code}:\n${printed}`));
      }
    });
  });
}

/** The median: the middle value, or the mean of the two middle values. */
export function computeMedian(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}
