import { sql } from "kysely";
import { databaseNowPlus } from "../../../db/now.ts";
import type { Scope } from "../../scope.ts";
import type { OpenedAccount } from "../open-account.ts";

/**
 * Gives a process the right to refresh the tokens of an account, for so long, unless another one has it or the account was
 * changed since it was read. It compares and sets in one statement, so that reading an account takes no lock.
 *
 * @returns whether the right was given
 */
export async function leaseRefresh(
  { trx, projectId }: Scope,
  { row }: OpenedAccount,
  lease: { readonly owner: string; readonly ms: number },
): Promise<boolean> {
  const leased = await trx
    .updateTable("connected_accounts")
    .set({ refresh_owner: lease.owner, refresh_until: databaseNowPlus(lease.ms) })
    .where("project_id", "=", projectId)
    .where("id", "=", row.id)
    .where("version", "=", row.version)
    .where("status", "=", row.status)
    .where("deleted_at", "is", null)
    .where(sql<boolean>`coalesce(refresh_until <= clock_timestamp(), true)`)
    .executeTakeFirst();
  return leased.numUpdatedRows === 1n;
}
