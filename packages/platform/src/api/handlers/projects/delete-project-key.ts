import { deleteProjectKey as removeProjectKey } from "../../../domain/projects/project-keys.ts";
import type { HandlerOf } from "../handler.ts";
import { runInCallersOrganization } from "../scopes.ts";

/** `DELETE /org/owner/project/{nano_id}/api_keys/{key_id}` */
export const deleteProjectKey: HandlerOf<"deleteProjectKey"> = async (input) => {
  const { nano_id: projectId, key_id: id } = input.path;
  await runInCallersOrganization(input, (scope) => removeProjectKey(scope, projectId, id));
  return { status: 200, body: { id, deleted: true } };
};
