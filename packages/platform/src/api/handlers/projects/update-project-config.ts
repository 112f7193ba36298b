import { updateProjectConfig as changeProjectConfig } from "../../../domain/projects/config.ts";
import type { HandlerOf } from "../handler.ts";
import { runInCallersProject } from "../scopes.ts";

/** `PATCH /org/project/config` */
export const updateProjectConfig: HandlerOf<"updateProjectConfig"> = async (input) => ({
  status: 200,
  body: await runInCallersProject(input, (scope) => changeProjectConfig(scope, input.body)),
});
