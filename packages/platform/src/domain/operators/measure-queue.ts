import { type Kysely, sql } from "kysely";
import type { Tables } from "../../base/db/tables.ts";

/** Jobs of one kind, of all projects. */
export interface QueueMeasure {
  readonly kind: string;
  /** Jobs whose time has come, and that no worker has. */
  readonly due: number;
  /** Seconds since the oldest of them was due; 0 without one. */
  readonly oldest_seconds: number;
  /** Jobs that were given up. */
  readonly dead: number;
}

/** Measures the queue of each of these kinds. */
export async function measureQueue(
  unscoped: Kysely<Tables>,
  kinds: readonly string[],
): Promise<readonly QueueMeasure[]> {
  const { rows } = await sql<QueueMeasure>`select * from measure_queue(${kinds}::text[])`.execute(
    unscoped,
  );
  return rows;
}
