import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { createRandomToken } from "../../../base/ids.ts";
import { takeTurns } from "../../../base/sharing/take-turns.ts";
import { keepMs } from "../../../domain/requests/claim-rows.ts";
import { beginTask, claimTask, findTask } from "../../../domain/requests/tasks.ts";
import type { McpTask, McpTasks } from "../mcp-call.ts";
import { finishTask, followSignal, nameTask, type TaskEndpoint } from "./finish-task.ts";
import { describeCallEnd, type EndedCall, lostTask, type TaskOutcome } from "./task-outcome.ts";

/** Milliseconds after which a call becomes a task. Most calls are faster, and are answered at once. */
const patienceMs = 500;

/** Milliseconds between two looks at a task, which clients are asked to wait. */
const pollIntervalMs = 2_000;

/** Creates the tasks of an endpoint (MCP extension `io.modelcontextprotocol/tasks`). */
export function createTasks(endpoint: TaskEndpoint): McpTasks {
  const { platform, runningCalls, projectId, name, onLasting, onFailure } = endpoint;
  return {
    run: async (make, toAnswer, signal) => {
      const controller = new AbortController();
      const stopFollowing = signal && followSignal(signal, controller);
      const ended: Promise<EndedCall> = make(controller.signal).then(
        (result) => ({ result }),
        (thrown: unknown) => ({ thrown }),
      );
      const early = await waitBriefly(ended);
      if (early !== undefined) {
        return unwrap(early);
      }
      const id = createRandomToken();
      const claim = claimTask(projectId, name, id);
      let createdAt: Date;
      try {
        createdAt = await beginTask(platform, claim);
      } catch (failure) {
        // The call was made, so its client waits for it as it would without tasks.
        onFailure(failure);
        return unwrap(await ended);
      }
      stopFollowing?.();
      const outcome = ended.then((end) => describeCallEnd(end, toAnswer, onFailure));
      onLasting(finishTask(endpoint, { id, claim, controller, outcome }));
      return describeTask(id, createdAt, createdAt, { status: "working" });
    },
    find: async (id) => {
      const claim = claimTask(projectId, name, id);
      const found = await findTask(platform, claim, JSON.stringify(lostTask));
      if (found === undefined) {
        return undefined;
      }
      const { createdAt, end } = found;
      if (end === undefined) {
        return describeTask(id, createdAt, createdAt, { status: "working" });
      }
      await takeTurns(end.outcome.length);
      // `finishTask` wrote it.
      return describeTask(id, createdAt, end.at, JSON.parse(end.outcome) as TaskOutcome);
    },
    cancel: (id) => runningCalls.cancel(nameTask(name, id)),
  };
}

/** Undefined when the call takes longer. */
async function waitBriefly(ended: Promise<EndedCall>): Promise<EndedCall | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), patienceMs);
  try {
    return await Promise.race([ended, late]);
  } finally {
    clearTimeout(timer);
  }
}

function unwrap(ended: EndedCall): CallToolResult {
  if ("thrown" in ended) {
    throw ended.thrown;
  }
  return ended.result;
}

function describeTask(id: string, createdAt: Date, updatedAt: Date, outcome: TaskOutcome): McpTask {
  return {
    taskId: id,
    createdAt: createdAt.toISOString(),
    lastUpdatedAt: updatedAt.toISOString(),
    ttlMs: keepMs,
    pollIntervalMs,
    ...outcome,
  };
}
