import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { Kysely, PGliteDialect, PostgresDialect, sql } from "kysely";
import { Pool } from "pg";
import { expect, test } from "vitest";
import { findNeed } from "../../../../../test/support/needs.ts";
import { createDatabase } from "../../testing/created-databases.ts";
import { readPgliteSnapshot } from "../../testing/pglite-snapshot.ts";
import { testDatabases } from "../../testing/test-database.ts";
import { migrate } from "./migrate.ts";
import type { Migration } from "./migration-types.ts";
import { migrations } from "./migrations/index.ts";
import { openDatabase } from "./opening/open-database.ts";
import { forgetReplica, noteReplica } from "./replicas.ts";
import type { Tables } from "./tables.ts";
import { UnsafeDatabaseError } from "./transactions/assert-isolation.ts";

testDatabases();
const server = findNeed("postgresql");

function connect(url: string): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: new Pool({ connectionString: url }) }),
  });
}

function define(name: string, ...statements: string[]): Migration {
  return { name, readStatements: () => statements };
}

async function listApplied(login: Kysely<Tables>): Promise<readonly string[]> {
  const applied = await sql<{ name: string }>`select name from platform_migrations`.execute(login);
  return applied.rows.map(({ name }) => name);
}

test.skipIf(server === undefined)("processes that start together migrate once", async () => {
  const url = await createDatabase(server ?? "");
  const opened = await Promise.all(
    Array.from({ length: 4 }, () => openDatabase({ kind: "postgres", url, poolSize: 1 })),
  );
  await Promise.all(opened.map((database) => database.close()));
  const login = connect(url);
  expect((await listApplied(login)).length).toBe(migrations.length);
  await login.destroy();
});

test.skipIf(server === undefined)(
  "a migration that earlier versions cannot live with waits until none of their processes serves",
  async () => {
    const url = await createDatabase(server ?? "");
    const login = connect(url);
    await migrate(login);
    const later = [...migrations, { ...define("later"), endsEarlierVersions: true }];
    const id = "00000000-0000-4000-8000-000000000001";
    const serving = { name: "replica-1, process 17", masterKeys: ["1"] };
    await noteReplica(login, id, serving);
    await expect(migrate(login, later, true)).rejects.toThrow(
      /\(later\).*running: replica-1, process 17\. .*\nStop them/,
    );
    expect(await listApplied(login)).not.toContain("later");
    await forgetReplica(login, id);
    expect(await migrate(login, later, true)).toEqual(["later"]);
    // While this process is running, another one of the same version starts.
    await noteReplica(login, id, serving);
    expect(await migrate(login, later, true)).toEqual([]);
    await login.destroy();
  },
);

test.skipIf(server === undefined)(
  "a migration that fails leaves the database as it was",
  async () => {
    const login = connect(await createDatabase(server ?? ""));
    const broken = [
      define("1", "create table one (id integer)"),
      define("2", "create table two (id integer)", "select wrong"),
    ];
    await expect(migrate(login, broken)).rejects.toThrow(/"wrong" does not exist/);
    const tables = await sql`select * from pg_tables where schemaname = 'public'`.execute(login);
    expect(tables.rows).toEqual([]);
    expect(await migrate(login, broken.slice(0, 1))).toEqual(["1"]);
    expect(await migrate(login, broken.slice(0, 1))).toEqual([]);
    await login.destroy();
  },
);

/** A database of a version before the first release, as far as this version reads it. */
const former: readonly string[] = [
  "create table platform_migrations (name text primary key, applied_at timestamptz)",
  "insert into platform_migrations values ('0001-foundation'), ('0062-functions-without-a-caller')",
  "create table organizations (id text)",
  "insert into organizations values ('org_1')",
];

async function expectRefused(login: Kysely<Tables>, isShared: boolean, message: RegExp) {
  for (const statement of former) {
    await sql.raw(statement).execute(login);
  }
  await expect(migrate(login, migrations, isShared)).rejects.toThrow(message);
  const tables = await sql`select tablename from pg_tables where schemaname = 'public'
    order by 1`.execute(login);
  expect(tables.rows).toEqual([
    { tablename: "organizations" },
    { tablename: "platform_migrations" },
  ]);
  expect(await listApplied(login)).toHaveLength(2);
  expect((await sql`select id from organizations`.execute(login)).rows).toEqual([{ id: "org_1" }]);
  await login.destroy();
}

test("a data directory of a version before the first release is refused and not changed", async () => {
  const pglite = await PGlite.create({
    extensions: { pg_trgm },
    loadDataDir: await readPgliteSnapshot(),
  });
  // An empty database, which this takes less time to make than initialising a cluster.
  await pglite.exec("drop schema public cascade; create schema public");
  const login = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) });
  await expectRefused(
    login,
    false,
    /before the first release.*: set PLATFORM_DATA to an empty directory and start again/,
  );
});

test.skipIf(server === undefined)(
  "a database of a version before the first release is refused and not changed",
  async () => {
    const url = await createDatabase(server ?? "");
    await expectRefused(
      connect(url),
      true,
      /before the first release.*: set DATABASE_URL to an empty database and start again/,
    );
    await expect(openDatabase({ kind: "postgres", url, poolSize: 1 })).rejects.toThrow(
      UnsafeDatabaseError,
    );
  },
);
