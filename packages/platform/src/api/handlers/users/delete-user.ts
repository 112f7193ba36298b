import { eraseUser } from "../../../domain/removal/erase-user.ts";
import type { HandlerOf } from "../handler.ts";
import { runInCallersProject } from "../scopes.ts";
import { nameSessionOwners } from "../tool-router/name-session-owners.ts";

/** `DELETE /users/{user_id}` */
export const deleteUser: HandlerOf<"deleteUser"> = async (input) => {
  const { user_id: userId } = input.path;
  const body = await runInCallersProject(input, (scope) => eraseUser(scope, userId));
  const { user } = nameSessionOwners(input.principal.ProjectKey.projectId, { userId });
  await input.context.services.runningCalls.endAll(user);
  return { status: 200, body };
};
