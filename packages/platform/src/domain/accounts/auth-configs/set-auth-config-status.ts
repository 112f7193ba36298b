import type { Schemas } from "../../../base/api-types.ts";
import type { Scope } from "../../scope.ts";
import { changeAuthConfig } from "./change-auth-config.ts";
import { lockAuthConfig } from "./read-auth-configs.ts";

/**
 * Enables or disables an auth config. A disabled one does not allow new connections, and its accounts cannot execute
 * tools, although they keep their own status.
 *
 * @throws PlatformError `AuthConfig_NotFound`
 */
export async function setAuthConfigStatus(
  scope: Scope,
  id: string,
  status: Schemas["AuthConfigStatus"],
): Promise<void> {
  const config = await lockAuthConfig(scope, id);
  if (config.row.status !== status) {
    await changeAuthConfig(scope, config, { status });
  }
}
