import {
  toSessionRecord,
  updateSession as update,
} from "../../../domain/agents/tool-router/sessions.ts";
import type { HandlerOf } from "../handler.ts";
import { runInCallersProject } from "../scopes.ts";

/** `PATCH /tool_router/session/{session_id}` */
export const updateSession: HandlerOf<"updateSession"> = (input) =>
  runInCallersProject(input, async (scope) => {
    const session = await update(scope, input.path.session_id, input.body);
    return { status: 200, body: toSessionRecord(scope.platform.baseUrl, session) };
  });
