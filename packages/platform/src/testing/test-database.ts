import { sql } from "kysely";
import { afterAll } from "vitest";
import { findNeed } from "../../../../test/support/needs.ts";
import {
  type Database,
  type DatabaseOptions,
  openDatabase,
} from "../base/db/opening/open-database.ts";
import { createMigratedDatabase, dropCreatedDatabases } from "./created-databases.ts";
import { readPgliteSnapshot } from "./pglite-snapshot.ts";

/** A database for tests, with its name for titles. `open` gives each caller a separate, empty one. */
export interface TestDatabase {
  readonly name: string;
  open(options?: DatabaseOptions): Promise<Database>;
}

const opened: Database[] = [];

/** Embedded databases that are free and empty again, because starting one takes a second. */
const idle: Database[] = [];

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
    open: async (options) => {
      if (options !== undefined) {
        return keep(await openEmbedded(options));
      }
      return keep(lend(idle.pop() ?? (await openEmbedded())));
    },
  };
  const url = findNeed("postgresql");
  if (url === undefined) {
    return [pglite];
  }
  return process.env.ONLY_EXTRAS === "1" ? [createPostgres(url)] : [pglite, createPostgres(url)];
}

async function openEmbedded(options: DatabaseOptions = {}): Promise<Database> {
  const snapshot = await readPgliteSnapshot();
  return await openDatabase({ kind: "embedded" }, { snapshot, ...options });
}

/** A database that is emptied when it is closed, and then kept for the next caller. */
function lend(database: Database): Database {
  let closed: Promise<void> | undefined;
  const giveBack = async (): Promise<void> => {
    await database.unscoped.transaction().execute(async (transaction) => {
      await sql`set local role none`.execute(transaction);
      await sql.raw(emptying).execute(transaction);
    });
    idle.push(database);
  };
  return {
    ...database,
    close: () => {
      closed ??= giveBack();
      return closed;
    },
  };
}

/** Empties every table except that of the migrations, with the triggers that guard rows switched off. */
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
