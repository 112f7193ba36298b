import { getAuthConfig as readAuthConfig } from "../../../domain/accounts/auth-configs/read-auth-configs.ts";
import type { HandlerOf } from "../handler.ts";
import { runInCallersProject } from "../scopes.ts";

/** `GET /auth_configs/{nanoid}` */
export const getAuthConfig: HandlerOf<"getAuthConfig"> = async (input) => ({
  status: 200,
  body: await runInCallersProject(input, (scope) => readAuthConfig(scope, input.path.nanoid)),
});
