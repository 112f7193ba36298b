import { readSession, toSessionRecord } from "../../../domain/agents/tool-router/sessions.ts";
import type { HandlerOf } from "../handler.ts";
import { runInCallersProject } from "../scopes.ts";

/** `GET /tool_router/session/{session_id}` */
export const getSession: HandlerOf<"getSession"> = (input) =>
  runInCallersProject(input, async (scope) => {
    const session = await readSession(scope, input.path.session_id);
    return { status: 200, body: toSessionRecord(scope.platform.baseUrl, session) };
  });
