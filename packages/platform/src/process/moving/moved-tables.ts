import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../base/db/tables.ts";

/** A table whose rows move. */
export interface MovedTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** The types of the columns, such as `timestamp(3) with time zone`. */
  readonly types: readonly string[];
  /** The columns of the primary key. */
  readonly key: readonly string[];
}

/** Tables that do not move, with the reason. Every other table with a `project_id` or an `owner_id` does. */
export const notMoved: Readonly<Record<string, string>> = {
  account_counts: "triggers of the target count what arrives",
  auth_config_counts: "triggers of the target count what arrives",
  storage_counts:
    "triggers of the target count what arrives, and the import counts logs and events",
  storage_reservations: "room for uploads that ended with the source",
  job_leases: "a lease belongs to a worker of the source; its jobs move",
  replicas: "the processes of an installation",
  rate_windows: "requests of a minute that is over",
  platform_migrations: "source and target have the same schema",
  project_imports: "says from which export a project came",
  mcp_oauth_records:
    "tokens are for the address of the source; clients of the target sign in again",
  console_sessions: "a browser signs in at an address, and that of the target is another",
};

/** Tables without such a column whose rows move: the owners themselves. */
const owners: ReadonlySet<string> = new Set(["organizations", "projects"]);

interface CatalogRow extends MovedTable {
  readonly parents: readonly string[] | null;
}

/** Lists every table of the database with its columns, its key, and the tables that its foreign keys name. */
const catalog = sql<CatalogRow>`select c.relname::text as name,
    array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      order by a.attnum) as columns,
    array(select format_type(a.atttypid, a.atttypmod) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
      and not a.attisdropped order by a.attnum) as types,
    array(select a.attname::text from pg_index i cross join unnest(i.indkey::int2[]) with ordinality k (number, place)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
      where i.indrelid = c.oid and i.indisprimary order by k.place) as key,
    array(select distinct p.relname::text from pg_constraint k join pg_class p on p.oid = k.confrelid
      where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as parents
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  order by c.relname`;

/** The tables of the database that move, each after those that its foreign keys name, and the names of all tables. */
export async function listMovedTables(unscoped: Kysely<Tables>): Promise<{
  readonly tables: readonly MovedTable[];
  readonly all: readonly string[];
  /** A hash of names, columns and types: equal for source and target. */
  readonly schema: string;
}> {
  const { rows } = await catalog.execute(unscoped);
  const moved = new Map(rows.filter(isMoved).map((row) => [row.name, row]));
  const sorted = new Map<string, MovedTable>();
  const add = (table: CatalogRow): void => {
    for (const parent of (table.parents ?? []).flatMap((name) => moved.get(name) ?? [])) {
      if (!sorted.has(parent.name)) {
        add(parent);
      }
    }
    const { name, columns, types, key } = table;
    sorted.set(name, { name, columns, types, key });
  };
  for (const table of moved.values()) {
    add(table);
  }
  const tables = [...sorted.values()];
  const described = JSON.stringify(
    tables.map(({ name, columns, types }) => [name, columns, types]),
  );
  const schema = createHash("sha256").update(described).digest("hex");
  return { tables, all: rows.map(({ name }) => name), schema };
}

function isMoved({ name, columns }: MovedTable): boolean {
  return (
    !Object.hasOwn(notMoved, name) && (owners.has(name) || findOwnerColumn(columns) !== undefined)
  );
}

/** The column of a table that names the owner of its rows. */
export function findOwnerColumn(columns: readonly string[]): "project_id" | "owner_id" | undefined {
  return (["project_id", "owner_id"] as const).find((name) => columns.includes(name));
}
