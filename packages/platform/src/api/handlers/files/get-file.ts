import { getFile as readFile } from "../../../domain/files/read-files.ts";
import type { HandlerOf } from "../handler.ts";
import { runInCallersProject } from "../scopes.ts";

/** `GET /files/manage/{id}` */
export const getFile: HandlerOf<"getFile"> = async (input) => ({
  status: 200,
  body: await runInCallersProject(input, (scope) => readFile(scope, input.path.id)),
});
