import { type Kysely, sql } from "kysely";
import { sendQuery } from "../postgres/statements.ts";
import type { Tables } from "../tables.ts";

/** The owner of a key. `projectId` is null for the key of an organization. */
export interface FoundKey {
  readonly id: string;
  readonly organizationId: string;
  readonly projectId: string | null;
  /** Counts the changes to the toolkits of the project; 0 for the key of an organization. */
  readonly catalogVersion: number;
}

/**
 * Finds keys by their SHA-256 (hexadecimal). The result has one entry for each hash, in the same order: `undefined`
 * when the key does not exist or its project was deleted.
 */
export async function findApiKeys(
  unscoped: Kysely<Tables>,
  hashes: readonly string[],
): Promise<readonly (FoundKey | undefined)[]> {
  const { rows } = await sendQuery(
    unscoped,
    sql<{
      hash: string;
      id: string;
      organization_id: string;
      project_id: string | null;
      catalog_version: number;
    }>`select * from find_api_keys(${[...new Set(hashes)]}::text[])`,
    { isPrepared: true },
  );
  const found = new Map(
    rows.map((row) => [
      row.hash,
      {
        id: row.id,
        organizationId: row.organization_id,
        projectId: row.project_id,
        catalogVersion: row.catalog_version,
      },
    ]),
  );
  return hashes.map((hash) => found.get(hash));
}
