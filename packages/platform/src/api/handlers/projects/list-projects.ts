import { listProjects as readProjects } from "../../../domain/projects/read-projects.ts";
import type { HandlerOf } from "../handler.ts";
import { readQueryPage } from "../query-page.ts";
import { runInCallersOrganization } from "../scopes.ts";

/** `GET /org/owner/project/list` */
export const listProjects: HandlerOf<"listProjects"> = async (input) => {
  const page = readQueryPage(input);
  const { items, ...envelope } = await runInCallersOrganization(input, (scope) =>
    readProjects(scope, page),
  );
  return { status: 200, body: { data: items, ...envelope } };
};
