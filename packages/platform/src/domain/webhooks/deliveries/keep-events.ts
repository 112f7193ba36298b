import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../base/db/tables.ts";

/**
 * Makes the partitions of events, deliveries and attempts for this week and the next four, and drops those of weeks that ended
 * 90 days ago. Several processes may call it at the same time: one of them does the work.
 */
export async function keepEventPartitions(unscoped: Kysely<Tables>): Promise<void> {
  await sql`select keep_event_partitions()`.execute(unscoped);
}

/** Fails the deliveries whose jobs of this kind are dead, at most `atMost`, and returns their number. */
export async function failDeadDeliveries(
  unscoped: Kysely<Tables>,
  kind: string,
  atMost: number,
): Promise<number> {
  const found = await sql<{
    failed: number;
  }>`select fail_dead_deliveries(${kind}, ${atMost}::integer) as failed`.execute(unscoped);
  return found.rows[0]?.failed ?? 0;
}
