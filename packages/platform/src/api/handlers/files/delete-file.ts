import { deleteFile as erase } from "../../../domain/files/erase-files.ts";
import type { HandlerOf } from "../handler.ts";
import { runInCallersProject } from "../scopes.ts";

/** `DELETE /files/manage/{id}` */
export const deleteFile: HandlerOf<"deleteFile"> = async (input) => {
  const { id } = input.path;
  await runInCallersProject(input, (scope) => erase(scope, id));
  return { status: 200, body: { id } };
};
