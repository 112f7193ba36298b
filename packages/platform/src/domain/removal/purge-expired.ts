import { type Kysely, sql } from "kysely";
import type { Tables } from "../../base/db/tables.ts";

/** Removes rows that are past their retention, at most `atMost` of each kind. Returns the number of removed rows. */
export async function purgeExpired(unscoped: Kysely<Tables>, atMost: number): Promise<number> {
  const purged = await sql<{
    total: number;
  }>`select purge_expired(${atMost}::integer) + purge_toolkit_uses(${atMost}::integer)
    + purge_sessions(${atMost}::integer) as total`.execute(unscoped);
  return purged.rows[0]?.total ?? 0;
}

/** Removes at most `atMost` receipts of webhooks that are older than 72 hours, and returns their number. */
export async function purgeWebhookReceipts(
  unscoped: Kysely<Tables>,
  atMost: number,
): Promise<number> {
  const found = await sql<{
    removed: number;
  }>`select purge_webhook_receipts(${atMost}::integer) as removed`.execute(unscoped);
  return found.rows[0]?.removed ?? 0;
}
