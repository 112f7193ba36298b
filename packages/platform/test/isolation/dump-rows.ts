import { sql } from "kysely";
import type { ScopedTransaction } from "../../src/base/db/transactions/scoped.ts";
import type { World } from "../e2e/world.ts";

/** The rows of one owner, by table, each as JSON. */
export type Dump = Readonly<Record<string, readonly string[]>>;

/** Every row of a project, and of its organization if one is given, in every table. */
export async function dumpRows(
  { serving }: World,
  owner: { readonly projectId: string; readonly organizationId?: string },
): Promise<Dump> {
  const { database } = serving.platform;
  const owners = [owner.projectId, owner.organizationId];
  const inProject = await database.transactInProject(owner.projectId, (trx) =>
    readAll(trx, owners),
  );
  const { organizationId } = owner;
  if (organizationId === undefined) {
    return inProject;
  }
  const inOrganization = await database.transactInOrganization(organizationId, (trx) =>
    readAll(trx, owners),
  );
  const names = Object.keys(inProject);
  return Object.fromEntries(
    names.map((name) => [
      name,
      [...new Set([...(inProject[name] ?? []), ...(inOrganization[name] ?? [])])].sort(),
    ]),
  );
}

async function readAll(
  trx: ScopedTransaction,
  owners: readonly (string | undefined)[],
): Promise<Dump> {
  // The migrations are those of the database, and of no project.
  const tables = await sql<{ name: string }>`select c.relname as name from pg_class c
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
      and c.relname <> 'platform_migrations'
      and has_table_privilege('app', c.oid, 'select')`.execute(trx);
  const dump: Record<string, readonly string[]> = {};
  for (const { name } of tables.rows) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(
      trx,
    );
    // While row-level security is switched off, the query returns the rows of all owners.
    const isOwned = (row: Record<string, unknown>): boolean =>
      ["id", "project_id", "owner_id", "organization_id"].some(
        (column) => typeof row[column] === "string" && owners.includes(row[column]),
      );
    dump[name] = rows
      .filter(isOwned)
      .map((row) => JSON.stringify(row, writeBigInts))
      .sort();
  }
  return dump;
}

/** PGlite returns large numbers as bigint, which JSON does not support. */
function writeBigInts(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}
