import { listFiles as readFiles } from "../../domain/files/read-files.ts";
import type { HandlerOf } from "../handler.ts";
import { queryPage } from "../query-page.ts";
import { ofProject } from "../scopes.ts";

/** `GET /files/list` */
export const listFiles: HandlerOf<"listFiles"> = async (input) => {
  const page = queryPage(input);
  const body = await ofProject(input, (scope) => readFiles(scope, input.query, page));
  return { status: 200, body };
};
