import { type Kysely, sql } from "kysely";
import type { Tables } from "./tables.ts";

/** A process that serves on this database. */
export interface ReplicaRow {
  /** The name that operators see. */
  readonly name: string;
  /** The master keys of the process, as `describeMasterKeys` writes them: the primary one first. */
  readonly masterKeys: readonly string[];
}

/** The interval at which a process records that it serves, in milliseconds. */
export const beatMs = 10_000;

/** A process counts as serving for this long after its last record. Two records may be late, or one lost. */
export const aliveMs: number = 3 * beatMs;

/** Records that a process serves, with its master keys. Serving processes repeat this. */
export async function noteReplica(
  unscoped: Kysely<Tables>,
  id: string,
  { name, masterKeys }: ReplicaRow,
): Promise<void> {
  await sql`select note_replica(${id}::uuid, ${name}, ${masterKeys}::text[])`.execute(unscoped);
}

/** Lists the processes that recorded themselves within this time and were not removed since then. */
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

/** Records that a process no longer serves. */
export async function forgetReplica(unscoped: Kysely<Tables>, id: string): Promise<void> {
  await sql`select forget_replica(${id}::uuid)`.execute(unscoped);
}
