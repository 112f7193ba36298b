import { Kysely, PostgresDialect, sql } from "kysely";
import { Pool } from "pg";
import { expect, test } from "vitest";
import { findNeed } from "../../../../test/support/needs.ts";
import { createDatabase, testDatabases } from "../testing/test-database.ts";
import { migrate } from "./migrate.ts";
import { migrations } from "./migrations/index.ts";
import { openDatabase } from "./opening/open-database.ts";
import { forgetReplica, noteReplica } from "./replicas.ts";
import type { Tables } from "./tables.ts";

testDatabases();
const server = findNeed("postgresql");

test.skipIf(server === undefined)("processes that start together migrate once", async () => {
  const url = await createDatabase(server ?? "");
  const opened = await Promise.all(
    Array.from({ length: 4 }, () => openDatabase({ kind: "postgres", url, poolSize: 1 })),
  );
  await Promise.all(opened.map((database) => database.close()));
  const login = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: new Pool({ connectionString: url }) }),
  });
  const applied = await sql`select name from platform_migrations`.execute(login);
  expect(applied.rows.length).toBe(migrations.length);
  await login.destroy();
});

test.skipIf(server === undefined)(
  "a migration that earlier versions cannot live with waits until none of their processes serves",
  async () => {
    const url = await createDatabase(server ?? "");
    const open = () => openDatabase({ kind: "postgres", url, poolSize: 1 });
    const login = new Kysely<Tables>({
      dialect: new PostgresDialect({ pool: new Pool({ connectionString: url }) }),
    });
    const first = migrations.findIndex(({ endsEarlierVersions }) => endsEarlierVersions === true);
    await migrate(login, migrations.slice(0, first));
    const serving = { name: "replica-1, process 17", masterKeys: ["1"] };
    const id = "00000000-0000-4000-8000-000000000001";
    await noteReplica(login, id, serving);
    await expect(open()).rejects.toThrow(/serve: replica-1, process 17\. .*\nStop them/);
    const applied = await sql`select name from platform_migrations`.execute(login);
    expect(applied.rows).toHaveLength(first);
    await forgetReplica(login, id);
    await (await open()).close();
    // While this process is running, another one of the same version starts.
    await noteReplica(login, id, serving);
    await (await open()).close();
    await login.destroy();
  },
);

test.skipIf(server === undefined)(
  "a migration that fails leaves the database as it was",
  async () => {
    const url = await createDatabase(server ?? "");
    const login = new Kysely<Tables>({
      dialect: new PostgresDialect({ pool: new Pool({ connectionString: url }) }),
    });
    const broken = [
      { name: "1", statements: ["create table one (id integer)"] },
      { name: "2", statements: ["create table two (id integer)", "select wrong"] },
    ];
    await expect(migrate(login, broken)).rejects.toThrow(/"wrong" does not exist/);
    const tables = await sql`select * from pg_tables where schemaname = 'public'`.execute(login);
    expect(tables.rows).toEqual([]);
    expect(await migrate(login, broken.slice(0, 1))).toEqual(["1"]);
    expect(await migrate(login, broken.slice(0, 1))).toEqual([]);
    await login.destroy();
  },
);
