import { Kysely, sql } from "kysely";
import { Pool } from "pg";
import { describe, expect, test } from "vitest";
import { findNeed } from "../../../../../../test/support/needs.ts";
import { createMigratedDatabase } from "../../../testing/created-databases.ts";
import { testDatabases } from "../../../testing/test-database.ts";
import type { Tables } from "../tables.ts";
import { createScopes, type ScopedTransaction } from "../transactions/scoped.ts";
import { PipelinedPostgresDialect } from "./pipelined-postgres.ts";
import type { StatementGroup } from "./statement-group.ts";
import { sendQuery } from "./statements.ts";

const server = findNeed("postgresql");

describe.each(testDatabases())("on $name", ({ open }) => {
  test("an id is a value, whatever its text is", async () => {
    const database = await open();
    for (const id of ["proj_1', true); select set_config('role', 'none", "proj_1\\", "proj_1"]) {
      const scope = await database.transactInProject(id, async (trx) => {
        const { rows } = await sql<{ role: string; project: string }>`select
          current_user as role, current_setting('app.project') as project`.execute(trx);
        return rows[0];
      });
      expect(scope).toEqual({ role: "app", project: id });
    }
  });
});

describe.skipIf(server === undefined)("on a connection of PostgreSQL", () => {
  test("a transaction of one statement is one packet", async () => {
    const { kysely, scopes, sent } = await openOne();
    const value = await scopes.transactInProject("proj_1", async (trx) => {
      const { rows } = await sendQuery(trx, sql<{ one: number }>`select ${1}::integer as one`, {
        isLast: true,
      });
      return rows[0]?.one;
    });
    expect(value).toBe(1);
    expect(sent).toEqual([["select", "select $1::integer as one"]]);
    await kysely.destroy();
  });

  test("a transaction of several statements begins with its first and ends with its last", async () => {
    const { kysely, scopes, sent } = await openOne();
    const read = (trx: ScopedTransaction, isLast: boolean) =>
      sendQuery(trx, sql<{ at: string }>`select now()::text as at`, { isPrepared: true, isLast });
    const times = await scopes.transactInProject("proj_1", async (trx) => {
      const results = [await read(trx, false), await read(trx, false), await read(trx, true)];
      return results.map(({ rows }) => rows[0]?.at);
    });
    expect(new Set(times).size).toBe(1);
    const text = "select now()::text as at";
    expect(sent).toEqual([["begin", "select", text], [text], [text, "commit"]]);
    await expectNoTransaction(kysely);
    await kysely.destroy();
  });

  test("short reads at once share a connection, and each has its own scope and its own error", async () => {
    const { kysely, scopes } = await openOne();
    const divide = (project: string, by: number) =>
      scopes.transactInProject(project, async (trx) => {
        const query = sql<{ project: string; value: number }>`select
          current_setting('app.project') as project, 6 / ${by}::integer as value`;
        const sending = { isPrepared: true, isLast: true, short: "reads" } as const;
        return (await sendQuery(trx, query, sending)).rows[0];
      });
    const other = scopes.transactInProject("proj_other", async (trx) => {
      return (await sql`select 1 as one`.execute(trx)).rows;
    });
    // More than a connection takes at once, and more than it takes before it goes back to the pool.
    const asked = Array.from({ length: 250 }, (_, index) => index % 3);
    const ended = await Promise.allSettled(asked.map((by, index) => divide(`proj_${index}`, by)));
    for (const [index, by] of asked.entries()) {
      expect(ended[index]).toMatchObject(
        by === 0
          ? { status: "rejected", reason: { code: "22012" } }
          : { value: { project: `proj_${index}`, value: 6 / by } },
      );
    }
    expect(await other).toEqual([{ one: 1 }]);
    await expectNoTransaction(kysely);
    await kysely.destroy();
  });

  test("a prepared statement works again after it failed, before and after it was parsed", async () => {
    const { kysely, scopes } = await openOne();
    const divide = (by: number) =>
      scopes.transactInProject("proj_1", async (trx) => {
        const query = sql<{ value: number }>`select 6 / ${by}::integer as value`;
        return (await sendQuery(trx, query, { isPrepared: true, isLast: true })).rows;
      });
    for (const by of [0, 2, 0, 3]) {
      const divided = divide(by);
      await (by === 0
        ? expect(divided).rejects.toThrow("division by zero")
        : expect(divided).resolves.toEqual([{ value: 6 / by }]));
    }
    await expectNoTransaction(kysely);
    await kysely.destroy();
  });

  test("a last statement whose commit is refused fails", async () => {
    const { kysely, scopes } = await openOne();
    await makeTable(kysely, "single (value integer unique deferrable initially deferred)");
    const insert = (values: string) =>
      scopes.transactInProject("proj_1", (trx) =>
        sendQuery(trx, sql`insert into single values ${sql.raw(values)}`, { isLast: true }),
      );
    expect((await insert("(1), (2)")).numAffectedRows).toBe(2n);
    await expect(insert("(2)")).rejects.toMatchObject({ code: "23505" });
    const twice = scopes.transactInProject("proj_1", async (trx) => {
      await sql`insert into single values (3)`.execute(trx);
      await sendQuery(trx, sql`insert into single values (1)`, { isLast: true });
    });
    await expect(twice).rejects.toMatchObject({ code: "23505" });
    expect((await sql`select value from single order by 1`.execute(kysely)).rows).toEqual([
      { value: 1 },
      { value: 2 },
    ]);
    await expectNoTransaction(kysely);
    await kysely.destroy();
  });

  test("without a statement nothing is sent, and a beginning that fails leaves no transaction", async () => {
    const { kysely, dialect, scopes, sent } = await openOne();
    expect(await scopes.transactInProject("proj_1", async () => "nothing")).toBe("nothing");
    expect(sent).toEqual([]);
    const run = dialect.createTransactions(kysely);
    const failing = run({ text: "select wrong", values: [] }, (trx) => sql`select 1`.execute(trx));
    await expect(failing).rejects.toThrow(/"wrong" does not exist/);
    expect(sent.at(-1)).toEqual(["rollback"]);
    await expectNoTransaction(kysely);
    await kysely.destroy();
  });

  test("a last statement that fails undoes the statements before it", async () => {
    const { kysely, scopes } = await openOne();
    await makeTable(kysely, "written (value integer)");
    const failing = scopes.transactInProject("proj_1", async (trx) => {
      await sql`insert into written values (1)`.execute(trx);
      await sendQuery(trx, sql`select 1 / 0`, { isLast: true });
    });
    await expect(failing).rejects.toThrow("division by zero");
    expect((await sql`select * from written`.execute(kysely)).rows).toEqual([]);
    await expectNoTransaction(kysely);
    await kysely.destroy();
  });

  test("a statement that follows the last one of a transaction gets a transaction of its own in the same scope", async () => {
    const { kysely, scopes } = await openOne();
    await makeTable(kysely, "written (value integer)");
    const failing = scopes.transactInProject("proj_1", async (trx) => {
      await sendQuery(trx, sql`insert into written values (1)`, { isLast: true });
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
    const { kysely, scopes } = await openOne();
    await makeTable(kysely, "read (one integer)");
    const read = () =>
      scopes.transactInProject("proj_1", async (trx) => {
        const query = sql`select * from read where one is distinct from ${1}::integer`;
        return (await sendQuery(trx, query, { isPrepared: true, isLast: true })).rows;
      });
    await sql`insert into read values (2)`.execute(kysely);
    expect(await read()).toEqual([{ one: 2 }]);
    await sql`alter table read add column two integer`.execute(kysely);
    expect(await read()).toEqual([{ one: 2, two: null }]);
    await kysely.destroy();
  });
});

/** A database with one connection. `sent` lists the packets, each with the texts of its statements. */
async function openOne() {
  const url = await createMigratedDatabase(server ?? "");
  const pool = new Pool({ connectionString: url, max: 1, pipeline: true });
  pool.on("error", () => {});
  const sent: string[][] = [];
  pool.on("connect", (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((sending: string | StatementGroup) => {
      const texts =
        typeof sending === "string" ? [sending] : sending.statements.map(({ text }) => text);
      sent.push(texts.map((text) => text.split(" set_config")[0] ?? ""));
      return query(sending);
    }) as typeof client.query;
  });
  const dialect = new PipelinedPostgresDialect({ pool });
  const kysely = new Kysely<Tables>({ dialect });
  const scopes = createScopes(kysely, dialect.createTransactions(kysely));
  return { kysely, dialect, scopes, sent };
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
