import { deleteProject as removeProject } from "../../domain/removal/delete-project.ts";
import type { HandlerOf } from "../handler.ts";
import { ofOrganization } from "../scopes.ts";

/** `DELETE /org/owner/project/{nano_id}` */
export const deleteProject: HandlerOf<"deleteProject"> = async (input) => {
  await ofOrganization(input, (scope) => removeProject(scope, input.path.nano_id));
  return { status: 200, body: { status: "success" } };
};
