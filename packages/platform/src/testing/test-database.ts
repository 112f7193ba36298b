import { sql, type Transaction } from "kysely";
import { afterAll } from "vitest";
import { findNeed } from "../../../../test/support/needs.ts";
import {
  type Connections,
  type Database,
  type DatabaseOptions,
  enterDatabase,
  openDatabase,
} from "../base/db/opening/open-database.ts";
import { openPglite } from "../base/db/opening/open-pglite.ts";
import { nameRoles } from "../base/db/roles.ts";
import type { Tables } from "../base/db/tables.ts";
import { createMigratedDatabase, dropCreatedDatabases } from "./created-databases.ts";
import { readPgliteSnapshot } from "./pglite-snapshot.ts";

/** A database for tests, with its name for titles. `open` gives each caller a separate, empty one. */
export interface TestDatabase {
  readonly name: string;
  open(options?: DatabaseOptions): Promise<Database>;
}

const opened: Database[] = [];

/** Embedded databases that are free and empty again, because starting one takes a second. Each takes 100 MB. */
const idle: Connections[] = [];
const mostIdle = 2;

/**
 * The databases for a suite: always PGlite in memory, and also PostgreSQL when TEST_DATABASE_URL names a server on
 * which databases may be created. Without it, one visible line reports that the test is skipped. In `npm run
 * test:extras` PostgreSQL alone, because `npm test` has tried PGlite.
 *
 * @throws Error when it is missing and `REQUIRE_ALL=1`, as in CI, where a skip is a failure
 */
export function testDatabases(): readonly TestDatabase[] {
  // Files that share a process load this module once for all of them.
  afterAll(closeAll);
  const pglite: TestDatabase = {
    name: "PGlite",
    open: async (options) => keep(await openEmbedded(options)),
  };
  const url = findNeed("postgresql");
  if (url === undefined) {
    return [pglite];
  }
  return process.env.ONLY_EXTRAS === "1" ? [createPostgres(url)] : [pglite, createPostgres(url)];
}

/**
 * Opens an embedded database in memory that is empty. When it is closed, another caller may get it, but not one with plugins:
 * statements that are compiled once for each database stay as a plugin has changed them.
 */
export async function openEmbedded({ plugins }: DatabaseOptions = {}): Promise<Database> {
  if (plugins !== undefined) {
    const snapshot = await readPgliteSnapshot();
    return await openDatabase({ kind: "embedded" }, { snapshot, plugins });
  }
  const connections = idle.pop() ?? (await openPglite(undefined, await readPgliteSnapshot()));
  return await enterDatabase("embedded", await lend(connections), nameRoles());
}

/** Empties the database when it is closed, and keeps it unless a test has changed its schema. */
async function lend(connections: Connections): Promise<Connections> {
  const asOwner = <Result>(work: (trx: Transaction<Tables>) => Promise<Result>): Promise<Result> =>
    connections.login.transaction().execute(async (transaction) => {
      await sql`set local role none`.execute(transaction);
      return await work(transaction);
    });
  const before = await asOwner(readSchema);
  return {
    ...connections,
    close: async () => {
      if (before === (await asOwner(readSchema))) {
        await asOwner((transaction) => sql.raw(emptying).execute(transaction));
        if (idle.length < mostIdle) {
          idle.push(connections);
          return;
        }
      }
      await connections.close();
    },
  };
}

/** What tests change of the schema: tables, their row-level security, triggers, functions, and what ANALYZE finds out. */
async function readSchema(transaction: Transaction<Tables>): Promise<string | undefined> {
  const { rows } = await sql<{ readonly schema: string }>`select concat(
    (select string_agg(concat(relname, relowner, relrowsecurity, relforcerowsecurity), ' ' order by oid)
      from pg_class where relnamespace = 'public'::regnamespace),
    (select string_agg(tgname, ' ' order by oid) from pg_trigger),
    (select string_agg(proname, ' ' order by oid) from pg_proc where pronamespace = 'public'::regnamespace),
    (select string_agg(starelid::text, ' ' order by starelid, staattnum)
      from pg_statistic join pg_class on oid = starelid where relnamespace = 'public'::regnamespace)
  ) as schema`.execute(transaction);
  return rows[0]?.schema;
}

/**
 * Empties every table except that of the migrations, with the triggers that guard rows switched off. Deleting the rows would
 * take a quarter of the time, but the space that they leave changes the order of rows and the plans of statements.
 */
const emptying = `do $$ declare tables text; begin
  select string_agg(format('%I', tablename), ', ') into tables
    from pg_tables where schemaname = 'public' and tablename <> 'platform_migrations';
  execute 'truncate ' || tables || ' restart identity cascade';
end $$`;

function createPostgres(url: string): TestDatabase {
  return {
    name: "PostgreSQL",
    open: async (options) => {
      const address = await createMigratedDatabase(url);
      return keep(await openDatabase({ kind: "postgres", url: address, poolSize: 10 }, options));
    },
  };
}

function keep(database: Database): Database {
  opened.push(database);
  return database;
}

afterAll(closeAll);

async function closeAll(): Promise<void> {
  await Promise.all(opened.splice(0).map((database) => database.close()));
  await dropCreatedDatabases();
}
