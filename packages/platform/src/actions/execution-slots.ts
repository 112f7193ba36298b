import { PlatformError } from "../errors.ts";
import { createSlots } from "../sharing/slots.ts";

/** The executions that run in this process, counted by project. */
export interface ExecutionSlots {
  /**
   * Runs a call to an application in one of the project's slots.
   *
   * @throws PlatformError `ToolExecution_TooManyAtOnce` when all of them are taken
   */
  run<T>(projectId: string, call: () => Promise<T>): Promise<T>;
}

/** A slot may be free at any moment; this keeps callers from asking all the time. */
const retryAfterSeconds = 1;

/**
 * So many slots for each project, in this process. An execution holds memory, a connection and a socket of its caller for
 * up to 60 seconds: without a bound, the calls of one project to an application that hangs would use up what all share.
 */
export function createExecutionSlots(limit: number): ExecutionSlots {
  const slots = createSlots(limit);
  return {
    async run(projectId, call) {
      const release = slots.take(projectId);
      if (release === undefined) {
        throw new PlatformError("ToolExecution_TooManyAtOnce", { retryAfterSeconds });
      }
      try {
        return await call();
      } finally {
        release();
      }
    },
  };
}
