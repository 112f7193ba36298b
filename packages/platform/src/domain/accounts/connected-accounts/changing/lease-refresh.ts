import { sql } from "kysely";
import { addToDatabaseNow } from "../../../../base/db/now.ts";
import type { Scope } from "../../../scope.ts";
import type { OpenedAccount } from "../open-account.ts";

/**
 * Gives a process the lease to refresh an account's tokens for this time, unless another process holds it or the
 * account has changed since it was read. A single statement compares and sets, so reading an account takes no lock.
 *
 * @returns true when the lease was given
 */
export async function leaseRefresh(
  { trx, projectId }: Scope,
  { row }: OpenedAccount,
  lease: { readonly owner: string; readonly ms: number },
): Promise<boolean> {
  const leased = await trx
    .updateTable("connected_accounts")
    .set({ refresh_owner: lease.owner, refresh_until: addToDatabaseNow(lease.ms) })
    .where("project_id", "=", projectId)
    .where("id", "=", row.id)
    .where("version", "=", row.version)
    .where("status", "=", row.status)
    .where("deleted_at", "is", null)
    .where(sql<boolean>`coalesce(refresh_until <= clock_timestamp(), true)`)
    .executeTakeFirst();
  return leased.numUpdatedRows === 1n;
}
