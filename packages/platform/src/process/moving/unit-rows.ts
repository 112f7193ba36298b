import { createHash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import type { ScopedTransaction } from "../../base/db/transactions/scoped.ts";
import type { TableSum, Unit } from "./manifest.ts";
import { findOwnerColumn, type MovedTable } from "./moved-tables.ts";

/** The most rows of a page. */
const mostRows = 500;

/** The most characters of a page that has more than one row. */
const mostCharacters = 1024 * 1024;

/** Settings of a transaction that moves rows. */
const settings: Readonly<Record<string, string>> = {
  // The text of a row is the same on every database.
  TimeZone: "UTC",
  bytea_output: "hex",
  // Pages follow the index of the primary key. By statistics of a table that was empty a moment ago, PostgreSQL would read and sort
  // all rows for each page: 120,000 logs took five minutes in place of seconds.
  enable_seqscan: "off",
  enable_bitmapscan: "off",
  enable_sort: "off",
  jit: "off",
};

/** Prepares a transaction for `readPages`. */
export async function prepareToMove(trx: ScopedTransaction): Promise<void> {
  const set = Object.entries(settings).map(
    ([name, value]) => sql`set_config(${name}, ${value}, true)`,
  );
  await sql`select ${sql.join(set)}`.execute(trx);
}

/**
 * Reads the rows of a unit in the order of their keys, a page at a time, each row as the JSON that the database writes. A
 * page holds few large rows or many small ones, so that it takes the same memory.
 */
export async function* readPages(
  trx: ScopedTransaction,
  table: MovedTable,
  unit: Unit,
): AsyncGenerator<readonly string[]> {
  const owner = describeOwner(table, unit);
  if (owner === undefined) {
    return;
  }
  const key = table.key.map((name) => sql.ref(`t.${name}`));
  const texts = key.map((column) => sql`to_json(${column}) #>> '{}'`);
  let last: readonly string[] | undefined;
  for (let limit = 50; ; ) {
    const after =
      last === undefined
        ? sql`true`
        : sql`(${sql.join(key)}) > (${sql.join(castKey(table, last))})`;
    const { rows } = await sql<{ readonly line: string; readonly place: readonly string[] }>`
      select line, place from (
        select line, place, number,
          sum(length(line)) over (order by number rows between unbounded preceding and 1 preceding) as before
        from (select row_to_json(t)::text as line, array[${sql.join(texts)}] as place,
            row_number() over (order by ${sql.join(key)}) as number
          from ${sql.table(table.name)} t where ${owner} and ${after} order by ${sql.join(key)} limit ${limit}) as p) as s
      where coalesce(before, 0) < ${mostCharacters} order by number`.execute(trx);
    last = rows.at(-1)?.place;
    if (last === undefined) {
      return;
    }
    yield rows.map(({ line }) => line);
    // A page that was cut had large rows. The next one asks for no more than fitted.
    limit = rows.length < limit ? rows.length : Math.min(mostRows, limit * 2);
  }
}

function castKey(
  { key, columns, types }: MovedTable,
  last: readonly string[],
): RawBuilder<unknown>[] {
  return key.map((name, index) => {
    // The type is the catalog's own text.
    const type = sql.raw(types[columns.indexOf(name)] ?? "text");
    return sql`${last[index]}::text::${type}`;
  });
}

/** The condition that finds the rows of a unit; undefined when the table has rows of the other kind of unit alone. */
function describeOwner(
  { name, columns }: MovedTable,
  { kind, id }: Unit,
): RawBuilder<unknown> | undefined {
  if (kind === "organization") {
    if (name === "api_keys") {
      return sql`t.organization_id = ${id} and t.project_id is null`;
    }
    const column = name === "organizations" ? "id" : findOwnerColumn(columns);
    return column === "id" || column === "owner_id" ? sql`t.${sql.ref(column)} = ${id}` : undefined;
  }
  const column = name === "projects" ? "id" : findOwnerColumn(columns);
  return column === undefined ? undefined : sql`t.${sql.ref(column)} = ${id}`;
}

/** Inserts rows that `readPages` read, on this or another database. */
export async function insertLines(
  trx: ScopedTransaction,
  { name, columns }: MovedTable,
  lines: readonly string[],
): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  await sql`insert into ${sql.table(name)} (${names})
    select ${names} from json_populate_recordset(null::${sql.table(name)}, ${`[${lines.join(",")}]`}::json)`.execute(
    trx,
  );
}

/** Adds up rows: their number, and the digest of their lines. */
export function createTableSum(): { add(line: string): void; finish(): TableSum } {
  const hash = createHash("sha256");
  let rows = 0;
  return {
    add: (line) => {
      rows += 1;
      hash.update(line).update("\n");
    },
    finish: () => ({ rows, digest: hash.digest("hex") }),
  };
}
