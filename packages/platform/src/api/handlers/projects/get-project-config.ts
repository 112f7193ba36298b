import { getProjectConfig as readProjectConfig } from "../../../domain/projects/config.ts";
import type { HandlerOf } from "../handler.ts";
import { runInCallersProject } from "../scopes.ts";

/** `GET /org/project/config` */
export const getProjectConfig: HandlerOf<"getProjectConfig"> = async (input) => ({
  status: 200,
  body: await runInCallersProject(input, readProjectConfig),
});
