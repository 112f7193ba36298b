import type { Schemas } from "../base/api-types.ts";
import { PlatformError } from "../base/errors.ts";
import { createSlots } from "../base/sharing/slots.ts";

/** Counts the running executions of this process by project. */
export interface ExecutionSlots {
  /**
   * Runs a call to an application in one of the project's slots.
   *
   * @throws PlatformError `ToolExecution_TooManyAtOnce` when all slots are taken
   */
  run<T>(projectId: string, call: () => Promise<T>): Promise<T>;
  /** The slots of the project in this process. */
  readUsage(projectId: string): Schemas["QuotaUsage"];
}

/** Seconds. A slot may become free at any moment; the wait keeps callers from retrying constantly. */
const retryAfterSeconds = 1;

/**
 * Creates `limit` slots for each project, in this process. An execution holds memory, a connection and its caller's
 * socket for up to 60 seconds. Without a limit, one project's calls to a hanging application would use up resources
 * that all projects share.
 */
export function createExecutionSlots(limit: number): ExecutionSlots {
  const slots = createSlots(limit);
  return {
    readUsage: (projectId) => ({
      name: "executions_at_once",
      used: slots.count(projectId),
      limit,
      unit: "executions",
    }),
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
