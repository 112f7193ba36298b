import { deleteSession as remove } from "../../../domain/agents/tool-router/delete-sessions.ts";
import { hashSessionId } from "../../../domain/agents/tool-router/sessions.ts";
import type { HandlerOf } from "../handler.ts";
import { runInCallersProject } from "../scopes.ts";
import { nameSessionOwners } from "./name-session-owners.ts";

/** `DELETE /tool_router/session/{session_id}` */
export const deleteSession: HandlerOf<"deleteSession"> = async (input) => {
  const { session_id } = input.path;
  await runInCallersProject(input, (scope) => remove(scope, session_id));
  const { projectId } = input.principal.ProjectKey;
  const { session } = nameSessionOwners(projectId, { hash: hashSessionId(session_id) });
  await input.context.services.runningCalls.endAll(session);
  return { status: 200, body: { session_id, deleted: true } };
};
