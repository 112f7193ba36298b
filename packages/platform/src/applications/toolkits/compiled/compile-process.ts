import type { CompilationMessage, Job, SplitBody } from "./compile-job.ts";
import { TooCostlyError } from "./compile-job.ts";
import { createJobThread } from "./run-in-thread.ts";

/**
 * The program of the process that compiles documents. A thread does the jobs, so that this one can end a job that costs
 * too much, and the process itself when the service is gone.
 *
 * Arguments: milliseconds of processor time, megabytes of the thread's heap, megabytes of the whole process.
 */
const [ms = 0, megabytes = 0, processMegabytes = 0] = process.argv.slice(2).map(Number);

/** The answer to a job. */
export type JobAnswer =
  | { readonly result: CompilationMessage | SplitBody }
  | { readonly failure: string; readonly isTooCostly: boolean };

const thread = createJobThread({ ms, megabytes });

const send = (answer: JobAnswer): void => {
  process.send?.(answer);
};

process.on("message", async (job: Job) => {
  try {
    send({ result: await thread.run(job) });
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    send({ failure, isTooCostly: error instanceof TooCostlyError });
  }
});

process.on("disconnect", () => process.exit());

// Buffers are not part of the heap. The service takes the end of this process as a document that needs too much.
setInterval(() => {
  if (process.memoryUsage.rss() > processMegabytes * 1024 * 1024) {
    process.kill(process.pid, "SIGKILL");
  }
}, 100);
