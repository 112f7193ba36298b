import { listFiles as readFiles } from "../../../domain/files/read-files.ts";
import type { HandlerOf } from "../handler.ts";
import { readQueryPage } from "../query-page.ts";
import { runInCallersProject } from "../scopes.ts";

/** `GET /files/list` */
export const listFiles: HandlerOf<"listFiles"> = async (input) => {
  const page = readQueryPage(input);
  const body = await runInCallersProject(input, (scope) => readFiles(scope, input.query, page));
  return { status: 200, body };
};
