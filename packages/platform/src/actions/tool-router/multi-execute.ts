import { setTimeout as sleep } from "node:timers/promises";
import type { Schemas } from "../../api-types.ts";
import type { Session } from "../../domain/agents/tool-router/sessions.ts";
import { PlatformError } from "../../errors.ts";
import type { FileResult } from "../../execution/execution-types.ts";
import type { ActionCaller, Services } from "../services.ts";
import { executeSessionTool } from "./execute-session-tool.ts";

/** Results in memory at the same time, of up to 2 MiB each, before the total is limited. */
const atOnce = 10;

/**
 * Milliseconds between attempts to get a slot of the project, and the longest wait for one. Without the wait, the
 * agent would see the refusal as the tool's failure. Nothing was sent until then.
 */
const [pauseMs, patienceMs] = [100, 30_000];

/** Characters of all results together. */
const mostCharacters = 8 * 1024 * 1024;

type Result = Schemas["MultiExecuteToolResult"];

/** A tool that has been executed. */
interface ToolDone {
  /** The place of the tool in the request, from 0. */
  readonly place: number;
  /** The file that is all of the answer. */
  readonly file: FileResult | undefined;
}

/** A caller that follows the execution. */
export interface MultiExecuteWatcher {
  readonly onBegin: (total: number) => void;
  readonly onDone: (done: ToolDone) => void;
}

/**
 * `PLATFORM_MULTI_EXECUTE_TOOL`: executes tools in parallel, ten at a time, with results in the order of the request.
 * The failure of one does not affect the others. When the caller leaves, running calls are given up, and no further
 * one begins.
 */
export async function executeTools(
  services: Services,
  caller: ActionCaller,
  session: Session,
  { tools }: Schemas["MultiExecuteToolArguments"],
  watcher?: MultiExecuteWatcher,
): Promise<Schemas["MultiExecuteToolData"]> {
  const results: Result[] = [];
  let next = 0;
  let room = mostCharacters;
  watcher?.onBegin(tools.length);
  const takeWork = async (): Promise<void> => {
    for (let place = next; place < tools.length; place = next) {
      next += 1;
      const tool = tools[place];
      if (tool === undefined || caller.signal?.aborted === true) {
        return;
      }
      const { result, file } = await executeOne(services, caller, session, tool);
      const length = JSON.stringify(result.data).length;
      room -= length;
      results[place] = room < 0 && length > 1024 ? omit(result, length) : result;
      watcher?.onDone({ place, file });
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, tools.length) }, takeWork));
  caller.signal?.throwIfAborted();
  const successes = results.filter(({ successful }) => successful).length;
  return {
    results,
    total_count: results.length,
    success_count: successes,
    error_count: results.length - successes,
  };
}

async function executeOne(
  services: Services,
  caller: ActionCaller,
  session: Session,
  { tool_slug, arguments: given = {} }: Schemas["MultiExecuteToolItem"],
): Promise<{ readonly result: Result; readonly file: FileResult | undefined }> {
  try {
    const call = { toolSlug: tool_slug, arguments: given };
    const done = await withSlot(caller.signal, () =>
      executeSessionTool(services, caller, { session, call }),
    );
    const { successful, data, error, logId, file } = done;
    return {
      result: { tool_slug, successful, data: { ...data }, error, log_id: logId },
      file,
    };
  } catch (error) {
    if (!(error instanceof PlatformError)) {
      throw error;
    }
    // The error's own fix is a request with the project's key, which an agent does not have.
    const fix =
      error.slug === "ToolExecution_ConnectedAccountNotFound" &&
      session.config.manage_connections.enable !== false
        ? "Connect the user with PLATFORM_MANAGE_CONNECTIONS."
        : undefined;
    const message = services.explain(error, fix);
    return {
      result: { tool_slug, successful: false, data: {}, error: message, log_id: null },
      file: undefined,
    };
  }
}

/** Runs an execution as soon as the project has a slot for it. */
async function withSlot<T>(signal: AbortSignal | undefined, execute: () => Promise<T>): Promise<T> {
  const end = performance.now() + patienceMs;
  for (;;) {
    try {
      return await execute();
    } catch (error) {
      const isFull = error instanceof PlatformError && error.slug === "ToolExecution_TooManyAtOnce";
      if (!isFull || performance.now() > end) {
        throw error;
      }
      await sleep(pauseMs, undefined, { ...(signal && { signal }) });
    }
  }
}

function omit(result: Result, length: number): Result {
  const omitted = `The result has ${length} characters, and the results together are larger than ${mostCharacters}. Execute the tool alone, or ask it for less.`;
  return { ...result, data: { omitted } };
}
