import { deleteSessions as remove } from "../../../domain/agents/tool-router/delete-sessions.ts";
import type { HandlerOf } from "../handler.ts";
import { runInCallersProject } from "../scopes.ts";
import { nameSessionOwners } from "./name-session-owners.ts";

/** `DELETE /tool_router/session` */
export const deleteSessions: HandlerOf<"deleteSessions"> = async (input) => {
  const { user_id } = input.query;
  const deleted = await runInCallersProject(input, (scope) => remove(scope, user_id));
  const { user } = nameSessionOwners(input.principal.ProjectKey.projectId, { userId: user_id });
  await input.context.services.runningCalls.endAll(user);
  return { status: 200, body: { user_id, deleted_sessions: deleted } };
};
