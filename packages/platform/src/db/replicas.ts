import { type Kysely, sql } from "kysely";
import type { Tables } from "./tables.ts";

/** A process that serves on this database. */
export interface ReplicaRow {
  /** For its operator. */
  readonly name: string;
  /** The master keys that it holds, the primary one first, as `describeMasterKeys` has them. */
  readonly masterKeys: readonly string[];
}

/** How often a process notes that it serves. */
export const beatMs = 10_000;

/** A process that was killed counts for so long: two beats may be late, and one lost. */
export const aliveMs: number = 3 * beatMs;

/** Notes that a process serves, and with which master keys; repeated while it does. */
export async function noteReplica(
  unscoped: Kysely<Tables>,
  id: string,
  { name, masterKeys }: ReplicaRow,
): Promise<void> {
  await sql`select note_replica(${id}::uuid, ${name}, ${masterKeys}::text[])`.execute(unscoped);
}

/** The processes that were noted within this time, and not forgotten since. */
export async function listReplicas(
  unscoped: Kysely<Tables>,
  withinMs: number,
): Promise<readonly ReplicaRow[]> {
  const found = await sql<{
    name: string;
    master_keys: readonly string[];
  }>`select * from list_replicas(${withinMs}::integer)`.execute(unscoped);
  return found.rows.map((row) => ({ name: row.name, masterKeys: row.master_keys }));
}

/** Notes that a process serves no more. */
export async function forgetReplica(unscoped: Kysely<Tables>, id: string): Promise<void> {
  await sql`select forget_replica(${id}::uuid)`.execute(unscoped);
}
