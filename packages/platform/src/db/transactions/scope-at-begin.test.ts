import { Kysely, sql } from "kysely";
import { Pool } from "pg";
import { describe, expect, test } from "vitest";
import { need } from "../../../../../test/support/needs.ts";
import { createDatabase, testDatabases } from "../../testing/test-database.ts";
import { openDatabase } from "../opening/open-database.ts";
import type { Tables } from "../tables.ts";
import { beginningWith, ScopingPostgresDialect } from "./scope-at-begin.ts";
import { createScopes } from "./scoped.ts";

const server = need("postgresql");

describe.each(testDatabases())("on $name", ({ open }) => {
  test("an id that could end its text is refused before it becomes a statement", async () => {
    const database = await open();
    for (const id of ["proj_1', true); select set_config('role', 'none", "proj_1\\", "proj 1"]) {
      await expect(database.scoped(id, async () => "entered")).rejects.toThrow("named by an id");
    }
    const role = await database.scoped("proj_1", async (trx) => {
      const { rows } = await sql<{ role: string; project: string }>`select
        current_user as role, current_setting('app.project') as project`.execute(trx);
      return rows[0];
    });
    expect(role).toEqual({ role: "app", project: "proj_1" });
  });
});

describe.skipIf(server === undefined)("on a connection of PostgreSQL", () => {
  test("a scope is sent with the begin of its transaction, and one that fails leaves none open", async () => {
    const url = await createDatabase(server ?? "");
    await (await openDatabase({ kind: "postgres", url, poolSize: 1 })).close();
    const pool = new Pool({ connectionString: url, max: 1 });
    const sent: string[] = [];
    pool.on("connect", (client) => {
      const query = client.query.bind(client) as (...args: unknown[]) => unknown;
      client.query = ((...args: unknown[]) => {
        sent.push(String(args[0]));
        return query(...args);
      }) as typeof client.query;
    });
    const kysely = new Kysely<Tables>({ dialect: new ScopingPostgresDialect({ pool }) });
    await createScopes(kysely).scoped("proj_1", async (trx) => sql`select 1`.execute(trx));
    expect(sent.map((text) => text.split(" set_config")[0])).toEqual([
      "begin; select",
      "select 1",
      "commit",
    ]);
    const failing = beginningWith("select wrong", () =>
      kysely.transaction().execute(async () => "begun"),
    );
    await expect(failing).rejects.toThrow(/"wrong" does not exist/);
    expect(sent.at(-1)).toBe("rollback");
    // The one connection goes on, outside of any transaction: two statements do not have the same time.
    const now = async () =>
      (await sql<{ at: string }>`select now()::text as at`.execute(kysely)).rows;
    expect(await now()).not.toEqual(await now());
    await kysely.destroy();
  });
});
