import { Kysely, sql } from "kysely";
import { Client, Pool } from "pg";
import { describe, expect, test } from "vitest";
import { findNeed } from "../../../../../test/support/needs.ts";
import { createMigratedDatabase } from "../../testing/test-database.ts";
import { sendQuery } from "../statements.ts";
import type { Tables } from "../tables.ts";
import { PipelinedPostgresDialect } from "./pipelined-postgres.ts";
import { createScopes } from "./scoped.ts";

const server = findNeed("postgresql");

describe.skipIf(server === undefined)("on PostgreSQL", () => {
  test.each(["reads", "writes"] as const)(
    "%s at once are merged, and each has its own scope, result and error",
    async (merges) => {
      const { read, kysely } = await openSeveral();
      // More than a batch takes.
      const asked = Array.from({ length: 100 }, (_, index) => index % 3);
      const ended = await Promise.allSettled(
        asked.map((by, index) => read(`proj_${index}`, merges, by)),
      );
      for (const [index, by] of asked.entries()) {
        expect(ended[index]).toMatchObject(
          by === 0
            ? { status: "rejected", reason: { code: "22012" } }
            : { value: { project: `proj_${index}`, role: "app", value: 6 / by } },
        );
      }
      await kysely.destroy();
    },
  );

  test("transactions of one turn have one commit, and reads are not merged with writes", async () => {
    const { read, kysely } = await openSeveral();
    const [first, second, other] = await Promise.all([
      read("proj_1", "writes"),
      read("proj_2", "writes"),
      read("proj_3", "reads"),
    ]);
    expect(second?.at).toBe(first?.at);
    expect(other?.at).not.toBe(first?.at);
    await kysely.destroy();
  });

  test("one that fails leaves nothing behind, and the others are committed", async () => {
    const { scopes, kysely } = await openSeveral();
    await sql`create table written (value integer primary key)`.execute(kysely);
    await sql`grant all on written to app`.execute(kysely);
    const write = (value: number, by: number) =>
      scopes.transactInProject("proj_1", (trx) =>
        sendQuery(
          trx,
          sql`insert into written select ${value}::integer where 6 / ${by}::integer > 0`,
          {
            isPrepared: true,
            isLast: true,
            merges: "writes",
          },
        ),
      );
    const ended = await Promise.allSettled([write(1, 1), write(2, 0), write(3, 1), write(3, 1)]);
    expect(ended.map(({ status }) => status).toSorted()).toEqual([
      "fulfilled",
      "fulfilled",
      "rejected",
      "rejected",
    ]);
    const { rows } = await sql`select value from written order by 1`.execute(kysely);
    expect(rows).toEqual([{ value: 1 }, { value: 3 }]);
    await kysely.destroy();
  });

  test("one that has to wait for a lock does not make the others wait", async () => {
    const { read, scopes, kysely, url } = await openSeveral();
    await sql`create table locked (value integer)`.execute(kysely);
    await sql`grant all on locked to app`.execute(kysely);
    await sql`insert into locked values (1)`.execute(kysely);
    const holder = new Client({ connectionString: url });
    await holder.connect();
    await holder.query("begin; update locked set value = 2");
    let isDone = false;
    const waiting = scopes
      .transactInProject("proj_1", (trx) =>
        sendQuery(trx, sql`update locked set value = value + 1`, {
          isLast: true,
          merges: "writes",
        }),
      )
      .then(() => {
        isDone = true;
      });
    expect(await Promise.all([read("proj_2", "writes"), read("proj_3", "writes")])).toHaveLength(2);
    expect(isDone).toBe(false);
    await holder.query("commit");
    await waiting;
    expect((await sql`select value from locked`.execute(kysely)).rows).toEqual([{ value: 3 }]);
    await holder.end();
    await kysely.destroy();
  });

  test("after a lost connection none is sent again, because they may have been committed", async () => {
    const { read, scopes, kysely, url } = await openSeveral();
    await sql`create sequence sent`.execute(kysely);
    await sql`grant all on sequence sent to app`.execute(kysely);
    const wait = (project: string) =>
      scopes.transactInProject(project, (trx) =>
        sendQuery(trx, sql`select nextval('sent'), pg_sleep(30)`, {
          isLast: true,
          merges: "writes",
        }),
      );
    const lost = Promise.allSettled([wait("proj_1"), wait("proj_2")]);
    const admin = new Client({ connectionString: url });
    await admin.connect();
    const end = () =>
      admin.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where query like '%nextval%' and state = 'active' and pid <> pg_backend_pid()",
      );
    await expect.poll(async () => (await end()).rowCount, { timeout: 5_000 }).toBe(1);
    expect((await lost).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect((await admin.query("select last_value from sent")).rows).toEqual([{ last_value: "1" }]);
    expect(await read("proj_1", "writes")).toMatchObject({ project: "proj_1" });
    await admin.end();
    await kysely.destroy();
  });
});

/** A database with four connections. */
async function openSeveral() {
  const url = await createMigratedDatabase(server ?? "");
  const pool = new Pool({ connectionString: url, max: 4, pipeline: true });
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const dialect = new PipelinedPostgresDialect({ pool });
  const kysely = new Kysely<Tables>({ dialect });
  const scopes = createScopes(kysely, dialect.createTransactions(kysely));
  /** Divides 6. `at` is the time at which the transaction began. */
  const read = (project: string, merges: "reads" | "writes", by = 1) =>
    scopes.transactInProject(project, async (trx) => {
      const query = sql<{ project: string; role: string; at: string; value: number }>`select
        current_setting('app.project') as project, current_user as role, now()::text as at, 6 / ${by}::integer as value`;
      return (await sendQuery(trx, query, { isPrepared: true, isLast: true, merges })).rows[0];
    });
  return { kysely, scopes, read, url };
}
