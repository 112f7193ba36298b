import { listProjects as readProjects } from "../../domain/projects/read-projects.ts";
import type { HandlerOf } from "../handler.ts";
import { queryPage } from "../query-page.ts";
import { ofOrganization } from "../scopes.ts";

/** `GET /org/owner/project/list` */
export const listProjects: HandlerOf<"listProjects"> = async (input) => {
  const page = queryPage(input);
  const { items, ...envelope } = await ofOrganization(input, (scope) => readProjects(scope, page));
  return { status: 200, body: { data: items, ...envelope } };
};
