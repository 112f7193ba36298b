import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabases } from "../../testing/test-database.ts";
import type { Database } from "./opening/open-database.ts";

interface Column {
  readonly table: string;
  readonly column: string;
  /** Such as `text`, `timestamptz` or `_text`, which is an array of texts. */
  readonly type: string;
  readonly isNullable: boolean;
  readonly hasDefault: boolean;
}

/** The types that the drivers return, by the type of the database. */
const returned: Readonly<Record<string, string>> = {
  bool: "boolean",
  bytea: "Buffer",
  date: "Date",
  int2: "number",
  int4: "number",
  // A number of JavaScript is not exact enough.
  int8: "string",
  jsonb: "object",
  text: "string",
  timestamptz: "Date",
  uuid: "string",
  _text: "readonly string[]",
};

/** The columns of the tables that the service may read. Only functions of the database use the others. */
async function readColumns({ unscoped }: Database): Promise<readonly Column[]> {
  const { rows } = await sql<Column>`
    select c.relname as table, a.attname as column, t.typname as type, not a.attnotnull as "isNullable",
      a.atthasdef as "hasDefault"
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0
      and not a.attisdropped and has_table_privilege('app', c.oid, 'select')
    order by 1, 2`.execute(unscoped);
  return rows;
}

const root = fileURLToPath(new URL("../../../../../", import.meta.url));
const tables = fileURLToPath(new URL("tables.ts", import.meta.url));
const kysely = fileURLToPath(import.meta.resolve("kysely"));

/** Types that are `never` when what they check holds. */
const checks = `
import type { Insertable, Selectable } from ${JSON.stringify(kysely)};
import type { Tables } from ${JSON.stringify(tables)};
type Missing<Found extends string> = Exclude<Found, keyof Tables>;
type Extra<Found extends string> = Exclude<keyof Tables, Found>;
type ExtraColumn<T extends keyof Tables, Found extends string> = Exclude<keyof Tables[T], Found>;
type Read<T, C> = C extends keyof T ? T[C] : "missing";
type WrongRead<T extends keyof Tables, C extends string, Type> =
  [Read<Selectable<Tables[T]>, C>] extends [Type] ? [Type & null] extends [Read<Selectable<Tables[T]>, C>] ? never : "nullable" : "type";
type WrongInsert<T extends keyof Tables, C extends string> = undefined extends Read<Insertable<Tables[T]>, C> ? "optional" : never;
declare function expectNever<Problem extends never>(): Problem;
`;

/** The checks of columns, one a line, in a file for the compiler. */
function writeChecks(columns: readonly Column[]): string {
  const names = (table: string) =>
    columns
      .filter((one) => one.table === table)
      .map(({ column }) => JSON.stringify(column))
      .join(" | ");
  const found = [...new Set(columns.map(({ table }) => table))];
  const all = found.map((table) => JSON.stringify(table)).join(" | ");
  return [
    checks,
    `expectNever<Missing<${all}>>();`,
    `expectNever<Extra<${all}>>();`,
    ...found.map((table) => `expectNever<ExtraColumn<"${table}", ${names(table)}>>();`),
    ...columns.flatMap(({ table, column, type, isNullable, hasDefault }) => [
      `expectNever<WrongRead<"${table}", "${column}", ${returned[type] ?? `"${type}"`}${isNullable ? " | null" : ""}>>();`,
      ...(isNullable || hasDefault ? [] : [`expectNever<WrongInsert<"${table}", "${column}">>();`]),
    ]),
  ].join("\n");
}

/** @returns the lines of each file in which the compiler reports an error */
function compile(files: Readonly<Record<string, string>>): Record<string, readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), "platform-tables-"));
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text);
  }
  const configuration = {
    extends: join(root, "tsconfig.json"),
    compilerOptions: { types: ["node"], typeRoots: [join(root, "node_modules/@types")] },
    files: Object.keys(files),
    include: [],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(configuration));
  const tsc = join(root, "node_modules/.bin/tsc");
  const { stdout } = spawnSync(tsc, ["-p", folder, "--pretty", "false"], { encoding: "utf8" });
  rmSync(folder, { recursive: true });
  const messages = [...stdout.matchAll(/(\w+\.ts)\((\d+),\d+\): error/g)];
  return Object.fromEntries(
    Object.entries(files).map(([name, text]) => {
      const numbers = messages.filter((message) => message[1] === name);
      return [name, numbers.map(([, , line]) => text.split("\n")[Number(line) - 1] ?? "")];
    }),
  );
}

test("tables.ts has the tables and columns of the databases, with their types", async () => {
  const found: (readonly Column[])[] = [];
  for (const { open } of testDatabases()) {
    const database = await open();
    found.push(await readColumns(database));
    await database.close();
  }
  const columns = found[0] ?? [];
  expect(columns.length).toBeGreaterThan(200);
  for (const others of found) {
    expect(others).toEqual(columns);
  }
  const changes: Readonly<Record<string, (column: Column) => readonly Column[]>> = {
    "projects.catalog_version": () => [],
    "api_keys.shown": (column) => [{ ...column, isNullable: true }],
    "files.size": (column) => [{ ...column, type: "text" }],
    "tool_router_sessions.is_sliding": (column) => [{ ...column, hasDefault: false }],
    "webhook_receipts.received_at": (column) => [column, { ...column, column: "x" }],
  };
  const drifted = columns.flatMap(
    (column) => changes[`${column.table}.${column.column}`]?.(column) ?? [column],
  );
  const lines = compile({ "same.ts": writeChecks(columns), "drifted.ts": writeChecks(drifted) });
  expect(lines["same.ts"]).toEqual([]);
  expect(lines["drifted.ts"]).toEqual([
    expect.stringContaining('ExtraColumn<"projects"'),
    'expectNever<WrongRead<"api_keys", "shown", string | null>>();',
    'expectNever<WrongRead<"files", "size", string | null>>();',
    'expectNever<WrongInsert<"tool_router_sessions", "is_sliding">>();',
    'expectNever<WrongRead<"webhook_receipts", "x", Date>>();',
  ]);
});
