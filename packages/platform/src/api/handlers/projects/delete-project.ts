import { deleteProject as removeProject } from "../../../domain/removal/delete-project.ts";
import type { HandlerOf } from "../handler.ts";
import { runInCallersOrganization } from "../scopes.ts";

/** `DELETE /org/owner/project/{nano_id}` */
export const deleteProject: HandlerOf<"deleteProject"> = async (input) => {
  const projectId = input.path.nano_id;
  const catalog = await input.context.services.catalogs.open({ projectId });
  await runInCallersOrganization(input, (scope) => removeProject(scope, projectId, catalog));
  return { status: 200, body: { status: "success" } };
};
