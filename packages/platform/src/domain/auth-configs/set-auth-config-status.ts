import type { Schemas } from "../../api-types.ts";
import { databaseNow } from "../../db/now.ts";
import type { Scope } from "../scope.ts";
import { readAuthConfig } from "./read-auth-configs.ts";

/**
 * Enables or disables an auth config. A disabled one admits no new connection, and its accounts cannot execute; they
 * keep their own status.
 *
 * @throws PlatformError `AuthConfig_NotFound`
 */
export async function setAuthConfigStatus(
  scope: Scope,
  id: string,
  status: Schemas["AuthConfigStatus"],
): Promise<void> {
  const row = await readAuthConfig(scope, id, "update");
  if (row.status === status) {
    return;
  }
  await scope.trx
    .updateTable("auth_configs")
    .set({ status, updated_at: databaseNow() })
    .where("project_id", "=", scope.projectId)
    .where("id", "=", id)
    .execute();
}
