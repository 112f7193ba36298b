import { getProject } from "../../../domain/projects/read-projects.ts";
import { renameProject } from "../../../domain/projects/rename-project.ts";
import type { HandlerOf } from "../handler.ts";
import { runInCallersOrganization } from "../scopes.ts";

/** `PATCH /org/owner/project/{nano_id}` */
export const updateProject: HandlerOf<"updateProject"> = async (input) => {
  const { nano_id: id } = input.path;
  return {
    status: 200,
    body: await runInCallersOrganization(input, async (scope) => {
      await renameProject(scope, id, input.body.name);
      return await getProject(scope, id);
    }),
  };
};
