import { getProject as readProject } from "../../../domain/projects/read-projects.ts";
import type { HandlerOf } from "../handler.ts";
import { runInCallersOrganization } from "../scopes.ts";

/** `GET /org/owner/project/{nano_id}` */
export const getProject: HandlerOf<"getProject"> = async (input) => ({
  status: 200,
  body: await runInCallersOrganization(input, (scope) => readProject(scope, input.path.nano_id)),
});
