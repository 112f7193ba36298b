import { Kysely, sql } from "kysely";
import { Pool } from "pg";
import { describe, expect, test } from "vitest";
import { findNeed } from "../../../../../test/support/needs.ts";
import { createMigratedDatabase, testDatabases } from "../../testing/test-database.ts";
import { send } from "../statements.ts";
import type { Tables } from "../tables.ts";
import { PipelinedPostgresDialect, runWithFirstStatement } from "./pipelined-postgres.ts";
import { createScopes } from "./scoped.ts";

const server = findNeed("postgresql");

describe.each(testDatabases())("on $name", ({ open }) => {
  test("an id that could end its text is refused before it becomes a statement", async () => {
    const database = await open();
    for (const id of ["proj_1', true); select set_config('role', 'none", "proj_1\\", "proj 1"]) {
      await expect(database.transactInProject(id, async () => "entered")).rejects.toThrow(
        "The id of the project or of the organization",
      );
    }
    const role = await database.transactInProject("proj_1", async (trx) => {
      const { rows } = await sql<{ role: string; project: string }>`select
        current_user as role, current_setting('app.project') as project`.execute(trx);
      return rows[0];
    });
    expect(role).toEqual({ role: "app", project: "proj_1" });
  });
});

describe.skipIf(server === undefined)("on a connection of PostgreSQL", () => {
  test("a transaction of one statement is one round trip", async () => {
    const { kysely, sent } = await openOne();
    const value = await createScopes(kysely).transactInProject("proj_1", async (trx) => {
      const { rows } = await send(trx, sql<{ one: number }>`select ${1}::integer as one`, {
        isLast: true,
      });
      return rows[0]?.one;
    });
    expect(value).toBe(1);
    expect(sent).toEqual([
      ["begin; select", 0],
      ["select $1::integer as one", 1],
      ["commit", 2],
    ]);
    await kysely.destroy();
  });

  test("without a statement nothing is sent, and a beginning that fails leaves no transaction", async () => {
    const { kysely, sent } = await openOne();
    expect(await createScopes(kysely).transactInProject("proj_1", async () => "nothing")).toBe(
      "nothing",
    );
    expect(sent).toEqual([]);
    const failing = runWithFirstStatement("select wrong", () =>
      kysely.transaction().execute((trx) => sql`select 1`.execute(trx)),
    );
    await expect(failing).rejects.toThrow(/"wrong" does not exist/);
    expect(sent.at(-1)?.[0]).toBe("rollback");
    await expectNoTransaction(kysely);
    await kysely.destroy();
  });

  test("a last statement that fails undoes those before it", async () => {
    const { kysely } = await openOne();
    await makeTable(kysely, "written (value integer)");
    const scopes = createScopes(kysely);
    const failing = scopes.transactInProject("proj_1", async (trx) => {
      await sql`insert into written values (1)`.execute(trx);
      await send(trx, sql`select 1 / 0`, { isLast: true });
    });
    await expect(failing).rejects.toThrow("division by zero");
    expect((await sql`select * from written`.execute(kysely)).rows).toEqual([]);
    await expectNoTransaction(kysely);
    await kysely.destroy();
  });

  test("what follows the last statement has a transaction of its own in the same scope", async () => {
    const { kysely } = await openOne();
    await makeTable(kysely, "written (value integer)");
    const scopes = createScopes(kysely);
    const failing = scopes.transactInProject("proj_1", async (trx) => {
      await send(trx, sql`insert into written values (1)`, { isLast: true });
      const project = sql<{ id: string }>`select current_setting('app.project') as id`;
      expect((await project.execute(trx)).rows).toEqual([{ id: "proj_1" }]);
      await sql`insert into written values (2)`.execute(trx);
      throw new Error("undone");
    });
    await expect(failing).rejects.toThrow("undone");
    expect((await sql`select * from written`.execute(kysely)).rows).toEqual([{ value: 1 }]);
    await expectNoTransaction(kysely);
    await kysely.destroy();
  });

  test("a prepared statement outlives a change of the columns that it reads", async () => {
    const { kysely } = await openOne();
    await makeTable(kysely, "read (one integer)");
    const scopes = createScopes(kysely);
    const read = () =>
      scopes.transactInProject("proj_1", async (trx) => {
        const query = sql`select * from read where one is distinct from ${1}::integer`;
        return (await send(trx, query, { isPrepared: true, isLast: true })).rows;
      });
    await sql`insert into read values (2)`.execute(kysely);
    expect(await read()).toEqual([{ one: 2 }]);
    await sql`alter table read add column two integer`.execute(kysely);
    expect(await read()).toEqual([{ one: 2, two: null }]);
    await kysely.destroy();
  });
});

/**
 * A database with one connection. `sent` lists the statements, each with the number of earlier statements that had no
 * answer yet.
 */
async function openOne() {
  const url = await createMigratedDatabase(server ?? "");
  const pool = new Pool({ connectionString: url, max: 1, pipeline: true });
  pool.on("error", () => {});
  const sent: [string, number][] = [];
  let open = 0;
  pool.on("connect", (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    client.query = ((statement: string | { readonly text: string }) => {
      const text = typeof statement === "string" ? statement : statement.text;
      sent.push([text.split(" set_config")[0] ?? "", open]);
      open += 1;
      return query(statement).finally(() => {
        open -= 1;
      });
    }) as typeof client.query;
  });
  const kysely = new Kysely<Tables>({ dialect: new PipelinedPostgresDialect({ pool }) });
  return { kysely, sent };
}

/** A table of this connection. */
async function makeTable(kysely: Kysely<Tables>, table: string): Promise<void> {
  await sql.raw(`create temporary table ${table}`).execute(kysely);
  await sql.raw(`grant all on ${table.split(" ")[0]} to app`).execute(kysely);
}

/** Two statements see different times when they do not share a transaction. */
async function expectNoTransaction(kysely: Kysely<Tables>): Promise<void> {
  const selectNow = async () =>
    (await sql<{ at: string }>`select now()::text as at`.execute(kysely)).rows;
  expect(await selectNow()).not.toEqual(await selectNow());
}
