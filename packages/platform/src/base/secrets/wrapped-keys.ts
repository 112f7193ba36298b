import { type Kysely, sql } from "kysely";
import type { Tables } from "../db/tables.ts";

/** Finds data keys that are not wrapped by this version of the master key; at most `atMost`. */
export async function findStaleDataKeys(
  unscoped: Kysely<Tables>,
  masterVersion: number,
  atMost: number,
): Promise<readonly { readonly ownerId: string; readonly version: number }[]> {
  const found = await sql<{
    owner_id: string;
    version: number;
  }>`select * from find_stale_data_keys(${masterVersion}::integer, ${atMost}::integer)`.execute(
    unscoped,
  );
  return found.rows.map((row) => ({ ownerId: row.owner_id, version: row.version }));
}

/** Lists the versions of master keys that wrap a data key. Each of them has to be configured. */
export async function listMasterVersions(unscoped: Kysely<Tables>): Promise<readonly number[]> {
  const found = await sql<{ version: number }>`select * from list_master_versions()`.execute(
    unscoped,
  );
  return found.rows.map((row) => row.version);
}

/** A data key, and the version of the master key that wraps it. */
export interface SampledDataKey {
  readonly ownerId: string;
  readonly version: number;
  readonly masterVersion: number;
}

/** Reads a few data keys for each version of the master key. */
export async function sampleDataKeys(
  unscoped: Kysely<Tables>,
  perMasterKey: number,
): Promise<readonly SampledDataKey[]> {
  const found = await sql<{
    owner_id: string;
    version: number;
    master_version: number;
  }>`select * from sample_data_keys(${perMasterKey}::integer)`.execute(unscoped);
  return found.rows.map((row) => ({
    ownerId: row.owner_id,
    version: row.version,
    masterVersion: row.master_version,
  }));
}
