import { type Kysely, sql } from "kysely";
import type { Tables } from "../../base/db/tables.ts";

/** Deliveries with one status. */
export interface DeliveryCount {
  readonly status: "pending" | "delivered" | "failed";
  readonly deliveries: number;
  /** Milliseconds that receivers took to answer; null where none answered. */
  readonly p50_ms: number | null;
  readonly p95_ms: number | null;
  /** Seconds since the oldest was made. */
  readonly oldest_seconds: number;
}

/** How the receivers of webhooks do. */
export interface DeliveryStats {
  readonly counts: readonly DeliveryCount[];
  /** Enabled subscriptions whose receiver has failed since its last success. */
  readonly failingSubscriptions: number;
}

/** Counts the deliveries of the events of the last hours, of one project or of all. */
export async function countDeliveries(
  unscoped: Kysely<Tables>,
  hours: number,
  projectId?: string,
): Promise<DeliveryStats> {
  const project = projectId ?? null;
  const counts =
    await sql<DeliveryCount>`select * from count_deliveries(${hours}::float8, ${project}) order by status`.execute(
      unscoped,
    );
  const failing = await sql<{
    subscriptions: number;
  }>`select count_failing_subscriptions(${project}) as subscriptions`.execute(unscoped);
  return { counts: counts.rows, failingSubscriptions: failing.rows[0]?.subscriptions ?? 0 };
}
