import { parsePage } from "../../../domain/lists/cursors.ts";
import { listToolExecutionLogs as readLogs } from "../../../domain/logs/tool-execution-logs.ts";
import type { HandlerOf } from "../handler.ts";
import { runOnceInProject } from "../scopes.ts";

/** `POST /logs/tool_execution` */
export const listToolExecutionLogs: HandlerOf<"listToolExecutionLogs"> = async (input) => {
  const { filters = {}, time_range: range = {}, limit, cursor } = input.body ?? {};
  const page = parsePage(
    { ...(limit == null ? {} : { limit }), ...(cursor == null ? {} : { cursor }) },
    { place: "body" },
  );
  return await runOnceInProject(input, async (scope) => ({
    status: 200,
    body: await readLogs(scope, { ...filters, ...range }, page),
  }));
};
