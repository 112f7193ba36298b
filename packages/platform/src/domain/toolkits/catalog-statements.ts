import { type Kysely, sql } from "kysely";
import { sendQuery } from "../../base/db/postgres/statements.ts";
import type { Tables } from "../../base/db/tables.ts";

/** Counts the changes to the toolkits of each project, in their order; 0 also for a project that does not exist. */
export async function readCatalogVersions(
  unscoped: Kysely<Tables>,
  projectIds: readonly string[],
): Promise<readonly number[]> {
  const query = sql<{ version: number | null }>`select catalog_version_of(asked.id) as version
    from unnest(${projectIds}::text[]) with ordinality as asked (id, place) order by asked.place`;
  const { rows } = await sendQuery(unscoped, query, { isPrepared: true });
  return rows.map(({ version }) => version ?? 0);
}
