import { databaseNow } from "../../db/now.ts";
import { sealAuthConfig } from "../auth-configs/auth-config-secrets.ts";
import { readAuthConfig } from "../auth-configs/read-auth-configs.ts";
import type { Scope } from "../scope.ts";
import { deleteAccountsOf } from "./delete-connected-account.ts";

/**
 * Deletes an auth config and its connected accounts. A tombstone without secrets stays, by which ids are known as
 * deleted.
 *
 * @throws PlatformError `AuthConfig_NotFound`
 */
export async function deleteAuthConfig(scope: Scope, id: string): Promise<void> {
  // The lock waits for connections that are being made, and makes later ones find nothing.
  const row = await readAuthConfig(scope, id, "update");
  await deleteAccountsOf(scope, id);
  await scope.trx
    .updateTable("auth_configs")
    .set({
      ...(await sealAuthConfig(scope, row, { credentials: {}, shared_credentials: {} })),
      deleted_at: databaseNow(),
      updated_at: databaseNow(),
    })
    .where("project_id", "=", scope.projectId)
    .where("id", "=", id)
    .execute();
}
