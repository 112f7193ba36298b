import { readDatabaseNow } from "../../base/db/now.ts";
import { changeAuthConfig } from "../accounts/auth-configs/change-auth-config.ts";
import { lockAuthConfig } from "../accounts/auth-configs/read-auth-configs.ts";
import type { Scope } from "../scope.ts";
import { deleteAccountsWithConfig } from "./delete-connected-account.ts";

/**
 * Deletes an auth config and its connected accounts. A tombstone without secrets stays, so that its ids are known to
 * be deleted.
 *
 * @throws PlatformError `AuthConfig_NotFound`
 */
export async function deleteAuthConfig(scope: Scope, id: string): Promise<void> {
  // The lock waits for connections that are being made. Later connections no longer find the auth config.
  const config = await lockAuthConfig(scope, id);
  await deleteAccountsWithConfig(scope, id);
  const nothing = { credentials: {}, shared_credentials: {} };
  await changeAuthConfig(scope, config, { deleted_at: readDatabaseNow() }, nothing);
}
