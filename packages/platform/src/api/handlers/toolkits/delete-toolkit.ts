import { deleteToolkit as removeToolkit } from "../../../domain/removal/delete-toolkit.ts";
import type { HandlerOf } from "../handler.ts";
import { runInCallersProject } from "../scopes.ts";

/** `DELETE /toolkits/{slug}` */
export const deleteToolkit: HandlerOf<"deleteToolkit"> = async (input) => {
  const { installation } = input.context.services.catalogs;
  await runInCallersProject(input, (scope) => removeToolkit(scope, input.path.slug, installation));
  return { status: 200, body: { success: true } };
};
