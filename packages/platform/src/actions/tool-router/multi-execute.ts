import { setTimeout as sleep } from "node:timers/promises";
import type { FileResult } from "../../applications/execution/execution-types.ts";
import type { Schemas } from "../../base/api-types.ts";
import { PlatformError } from "../../base/errors.ts";
import { cutToBytes } from "../../base/sharing/cut-to-bytes.ts";
import { waitOutside } from "../../base/sharing/fairness/work.ts";
import { countJsonBytes } from "../../base/sharing/fit-answer.ts";
import type { Session } from "../../domain/agents/tool-router/sessions.ts";
import { nameAnother } from "../choosing/account-words.ts";
import { explainToAgent } from "../explain-to-agent.ts";
import type { ResultRoom } from "../results/result-room.ts";
import type { ActionCaller, Services } from "../services.ts";
import { executeSessionTool } from "./execute-session-tool.ts";

/** Results in memory at the same time, of up to 2 MiB each, before large ones are kept as files. */
const atOnce = 10;

/**
 * Milliseconds between attempts to get a slot of the project, and the longest wait for one. Without the wait, the
 * agent would see the refusal as the tool's failure. Nothing was sent until then.
 */
const [pauseMs, patienceMs] = [100, 30_000];

/** Bytes of a message: of one that is never cut, and of the longest. The data has all of an application's. */
const [shortError, longestError] = [150, 1_000];

type Result = Schemas["MultiExecuteToolResult"];

/** A tool that has been executed. */
interface ToolDone {
  /** The place of the tool in the request, from 0. */
  readonly place: number;
  /** The file that is all of the answer. */
  readonly file: FileResult | undefined;
}

/** The session whose tools are executed, and the room for their results. */
interface MultiExecution {
  readonly session: Session;
  readonly room: ResultRoom;
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
  { session, room }: MultiExecution,
  { tools }: Schemas["MultiExecuteToolArguments"],
  watcher?: MultiExecuteWatcher,
): Promise<Schemas["MultiExecuteToolData"]> {
  const results: Result[] = [];
  const count = tools.length;
  let next = 0;
  watcher?.onBegin(tools.length);
  const takeWork = async (): Promise<void> => {
    for (let place = next; place < tools.length; place = next) {
      next += 1;
      const tool = tools[place];
      if (tool === undefined || caller.signal?.aborted === true) {
        return;
      }
      const { result, file } = await executeOne(services, caller, { session, room, count }, tool);
      results[place] = result;
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
  { session, room, count }: MultiExecution & { readonly count: number },
  { tool_slug, arguments: given = {}, account }: Schemas["MultiExecuteToolItem"],
): Promise<{ readonly result: Result; readonly file: FileResult | undefined }> {
  try {
    const call = { toolSlug: tool_slug, arguments: given, account };
    const done = await withSlot(caller.signal, () =>
      executeSessionTool(services, caller, { session, call }),
    );
    const { successful, error, logId, file, userId } = done;
    const catalog = await services.catalogs.open(caller);
    const { slug: toolkitSlug } = (await catalog.getRecord(tool_slug)).toolkit;
    const of = { data: { ...done.data }, toolkitSlug, toolSlug: tool_slug, userId };
    const data = { ...(await room.fit(of)) };
    const shown = error === null ? null : await fitError(error, room, count);
    return { result: { tool_slug, successful, data, error: shown, log_id: logId }, file };
  } catch (error) {
    if (!(error instanceof PlatformError)) {
      throw error;
    }
    const mayConnect = account === undefined && session.config.manage_connections.enable !== false;
    const isUnknown =
      account !== undefined && error.slug === "ToolExecution_ConnectedAccountNotFound";
    const explained = isUnknown
      ? services.explain(error, nameAnother)
      : explainToAgent(services, error, mayConnect);
    const message = await fitError(explained, room, count);
    return {
      result: { tool_slug, successful: false, data: {}, error: message, log_id: null },
      file: undefined,
    };
  }
}

/** Messages may have a quarter of the limit together. */
async function fitError(error: string, room: ResultRoom, count: number): Promise<string> {
  if (countJsonBytes(error) <= shortError) {
    return error;
  }
  const share = Math.floor((await room.readLimit()) / 4 / count);
  return cutToBytes(error, Math.min(Math.max(share, shortError), longestError));
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
      await waitOutside(() => sleep(pauseMs, undefined, { ...(signal && { signal }) }));
    }
  }
}
