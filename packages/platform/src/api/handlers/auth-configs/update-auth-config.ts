import { updateAuthConfig as changeAuthConfig } from "../../../domain/accounts/auth-configs/update-auth-config.ts";
import type { HandlerOf } from "../handler.ts";
import { runInCallersProject } from "../scopes.ts";

/** `PATCH /auth_configs/{nanoid}` */
export const updateAuthConfig: HandlerOf<"updateAuthConfig"> = async (input) => {
  await runInCallersProject(input, (scope) =>
    changeAuthConfig(scope, input.path.nanoid, input.body),
  );
  return { status: 200, body: {} };
};
