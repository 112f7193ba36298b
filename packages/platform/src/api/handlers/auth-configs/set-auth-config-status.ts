import { setAuthConfigStatus as changeStatus } from "../../../domain/accounts/auth-configs/set-auth-config-status.ts";
import type { HandlerOf } from "../handler.ts";
import { runInCallersProject } from "../scopes.ts";

/** `PATCH /auth_configs/{nanoid}/{status}` */
export const setAuthConfigStatus: HandlerOf<"setAuthConfigStatus"> = async (input) => {
  const { nanoid, status } = input.path;
  await runInCallersProject(input, (scope) => changeStatus(scope, nanoid, status));
  return { status: 200, body: {} };
};
