import { Client } from "pg";
import { afterAll } from "vitest";
import { need } from "../../../../test/support/needs.ts";
import { type Database, type DatabaseOptions, openDatabase } from "../db/open-database.ts";
import { readPgliteSnapshot } from "./pglite-snapshot.ts";

/** A database to test on, by its name for titles. `open` gives each caller an empty one of its own. */
export interface TestDatabase {
  readonly name: string;
  open(options?: DatabaseOptions): Promise<Database>;
}

const opened: Database[] = [];
const created: string[] = [];

/**
 * The databases that a suite runs on: PGlite in memory always, and PostgreSQL when TEST_DATABASE_URL names a server on
 * which databases may be created. Without it one visible line tells of the skip.
 *
 * @throws Error when it is missing and `REQUIRE_ALL=1`, as in CI, where a skip is a failure
 */
export function testDatabases(): readonly TestDatabase[] {
  const pglite: TestDatabase = {
    name: "PGlite",
    open: async (options) => {
      const snapshot = await readPgliteSnapshot();
      return keep(await openDatabase({ kind: "embedded" }, { snapshot, ...options }));
    },
  };
  const url = need("postgresql");
  return url === undefined ? [pglite] : [pglite, postgres(url)];
}

function postgres(url: string): TestDatabase {
  return {
    name: "PostgreSQL",
    open: async (options) => {
      const address = await createDatabase(url);
      return keep(await openDatabase({ kind: "postgres", url: address, poolSize: 10 }, options));
    },
  };
}

/** Creates an empty database on the server and answers its address. It is dropped when the suite ends. */
export async function createDatabase(url: string): Promise<string> {
  const name = `platform_test_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  await onServer(url, `create database ${name}`);
  created.push(name);
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

function keep(database: Database): Database {
  opened.push(database);
  return database;
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

afterAll(async () => {
  await Promise.all(opened.splice(0).map((database) => database.close()));
  for (const name of created.splice(0)) {
    await onServer(need("postgresql") ?? "", `drop database ${name} with (force)`);
  }
});
