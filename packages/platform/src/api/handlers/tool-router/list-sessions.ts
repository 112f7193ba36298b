import { listSessions as list } from "../../../domain/agents/tool-router/list-sessions.ts";
import type { HandlerOf } from "../handler.ts";
import { readQueryPage } from "../query-page.ts";
import { runInCallersProject } from "../scopes.ts";

/** `GET /tool_router/sessions` */
export const listSessions: HandlerOf<"listSessions"> = async (input) => {
  const page = readQueryPage(input);
  const body = await runInCallersProject(input, (scope) => list(scope, input.query, page));
  return { status: 200, body };
};
