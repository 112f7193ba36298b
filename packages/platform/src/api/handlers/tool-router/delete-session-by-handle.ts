import { deleteSessionByHandle as remove } from "../../../domain/agents/tool-router/delete-sessions.ts";
import { readHandle } from "../../../domain/agents/tool-router/session-handle.ts";
import type { HandlerOf } from "../handler.ts";
import { runInCallersProject } from "../scopes.ts";
import { nameSessionOwners } from "./name-session-owners.ts";

/** `DELETE /tool_router/sessions/{handle}` */
export const deleteSessionByHandle: HandlerOf<"deleteSessionByHandle"> = async (input) => {
  const { handle } = input.path;
  await runInCallersProject(input, (scope) => remove(scope, handle));
  const { projectId } = input.principal.ProjectKey;
  const { session } = nameSessionOwners(projectId, { hash: readHandle(handle) });
  await input.context.services.runningCalls.endAll(session);
  return { status: 200, body: { handle, deleted: true } };
};
