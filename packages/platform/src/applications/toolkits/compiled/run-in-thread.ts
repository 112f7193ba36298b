import { Worker } from "node:worker_threads";
import { locateProgram } from "../../../base/package-files.ts";
import { readErrorCode } from "../../../base/system-errors.ts";
import {
  type CompilationMessage,
  type Job,
  type SplitBody,
  TooCostlyError,
} from "./compile-job.ts";

/** The most that one job may cost. */
export interface CompileLimits {
  /**
   * Milliseconds of processor time. A busy machine can give the thread a small part of each second, so the time of a
   * clock would refuse documents that cost little.
   */
  readonly ms: number;
  /** Of the thread's heap. */
  readonly megabytes: number;
}

/** Does jobs in a thread with limits. */
export interface JobThread {
  /** Do one at a time. @throws TooCostlyError */
  run(job: Job): Promise<CompilationMessage | SplitBody>;
}

/**
 * V8 lets the young generation grow to 128 MB, and a compiler fills it with values that it keeps elsewhere too. GitHub's
 * document takes 90 MB less memory with this limit, and no more time.
 */
const youngMegabytes = 12;

/** Creates a thread, and another one after each that ended. */
export function createJobThread(limits: CompileLimits): JobThread {
  let thread: Worker | undefined;
  return {
    run: async (job) => {
      thread ??= startThread(limits);
      try {
        return await ask(thread, job, limits);
      } catch (error) {
        await thread.terminate();
        thread = undefined;
        throw error;
      }
    },
  };
}

function startThread({ megabytes }: CompileLimits): Worker {
  const thread = new Worker(locateProgram("applications/toolkits/compiled/compile-thread"), {
    resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: youngMegabytes },
  });
  // Without a listener, an error between two jobs would end the process. `exit` follows it.
  thread.on("error", () => {});
  return thread;
}

async function ask(
  thread: Worker,
  job: Job,
  { ms }: CompileLimits,
): Promise<CompilationMessage | SplitBody> {
  const { promise, resolve, reject } = Promise.withResolvers<CompilationMessage | SplitBody>();
  const onError = (error: Error): void => {
    const isMemory = readErrorCode(error) === "ERR_WORKER_OUT_OF_MEMORY";
    reject(isMemory ? new TooCostlyError("The document took too much memory.") : error);
  };
  const onExit = (): void => reject(new Error("The thread that compiles documents ended."));
  const stopWatching = watchTime(thread, ms, () =>
    reject(new TooCostlyError("The document took too long.")),
  );
  thread.once("message", resolve).once("error", onError).once("exit", onExit);
  try {
    thread.postMessage(job);
    return await promise;
  } finally {
    stopWatching();
    thread.off("message", resolve).off("error", onError).off("exit", onExit);
  }
}

/** Calls back when a thread has used more processor time, beginning now. Returns how to stop. */
function watchTime(thread: Worker, ms: number, onOver: () => void): () => void {
  // The event `exit` reports a thread that has ended.
  const begun = thread.cpuUsage().catch(() => undefined);
  const check = async (): Promise<void> => {
    const used = await thread.cpuUsage(await begun).catch(() => undefined);
    if (used !== undefined && used.user + used.system > ms * 1000) {
      onOver();
    }
  };
  const timer = setInterval(check, Math.min(ms, 250));
  return () => clearInterval(timer);
}
