import { authSchemes } from "../../../applications/toolkits/types/auth-schemes.ts";
import type { AuthScheme } from "../../../applications/toolkits/types/auth-types.ts";
import type { Schemas } from "../../../base/api-types.ts";
import type { Scope } from "../../scope.ts";
import { createAuthConfig } from "./create-auth-config.ts";

/**
 * The auth config for a new connection to a toolkit: the newest enabled one of the project. If it has none, one is created:
 * with credentials of the deployment, or else with the toolkit's first scheme that needs none of the project.
 *
 * @throws PlatformError `AuthConfig_NoManagedAuth` when every scheme needs credentials of the project; `Toolkit_NotFound`,
 *   `AuthConfig_NoAuthToolkit`
 */
export async function chooseAuthConfig(scope: Scope, toolkitSlug: string): Promise<string> {
  const newest = await scope.trx
    .selectFrom("auth_configs")
    .select("id")
    .where("project_id", "=", scope.projectId)
    .where("toolkit_slug", "=", toolkitSlug)
    .where("deleted_at", "is", null)
    .where("status", "=", "ENABLED")
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (newest !== undefined) {
    return newest.id;
  }
  const made = await createAuthConfig(scope, {
    toolkit: { slug: toolkitSlug },
    auth_config: chooseKind(scope, toolkitSlug),
  });
  return made.auth_config.id;
}

function chooseKind({ catalog, platform }: Scope, toolkitSlug: string): Schemas["AuthConfigInput"] {
  const schemes = catalog.findToolkit(toolkitSlug)?.authSchemes ?? [];
  const isManaged = schemes.some(
    ({ mode, mayBeManaged }) =>
      mayBeManaged && platform.managedAuth.find(toolkitSlug, mode) !== undefined,
  );
  const open = schemes.find(needsNoCredentials);
  return isManaged || open === undefined
    ? { type: "use_platform_managed_auth" }
    : { type: "use_custom_auth", authScheme: open.mode };
}

/** True when each user brings all that a connection needs. */
function needsNoCredentials({ mode, fields }: AuthScheme): boolean {
  const { required } = fields.auth_config_creation;
  return (
    authSchemes[mode].missing === undefined && required.every((field) => field.default !== null)
  );
}
