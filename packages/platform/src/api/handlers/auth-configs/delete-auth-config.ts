import { deleteAuthConfig as removeAuthConfig } from "../../../domain/removal/delete-auth-config.ts";
import type { HandlerOf } from "../handler.ts";
import { runInCallersProject } from "../scopes.ts";

/** `DELETE /auth_configs/{nanoid}` */
export const deleteAuthConfig: HandlerOf<"deleteAuthConfig"> = async (input) => {
  await runInCallersProject(input, (scope) => removeAuthConfig(scope, input.path.nanoid));
  return { status: 200, body: {} };
};
