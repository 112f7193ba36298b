import { sql } from "kysely";
import { hashSha256 } from "../../../base/secrets/hash.ts";
import type { Scope } from "../../scope.ts";
import type { AddressOwner } from "./locate-address.ts";

/**
 * Returns true for one delivery a minute and address, by the database's clock, whichever process received it. The claim is a receipt like
 * those of deliveries, and is erased with them.
 */
export async function claimUnmatched(
  { trx, projectId }: Scope,
  { kind, id }: AddressOwner,
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    insert into webhook_receipts (project_id, id)
      select ${projectId}, ${hashSha256(JSON.stringify(["unmatched", kind, id]))} || date_trunc('minute', now())::text
      on conflict do nothing returning id`.execute(trx);
  return rows.length > 0;
}
