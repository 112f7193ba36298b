import { setTimeout as sleep } from "node:timers/promises";
import { Kysely, sql } from "kysely";
import { Client, Pool } from "pg";
import { describe, expect, test } from "vitest";
import { findNeed } from "../../../../../../test/support/needs.ts";
import { createMigratedDatabase } from "../../../testing/created-databases.ts";
import type { Tables } from "../tables.ts";
import { createScopes } from "../transactions/scoped.ts";
import { PipelinedPostgresDialect } from "./pipelined-postgres.ts";
import { sendQuery } from "./statements.ts";

const server = findNeed("postgresql");

describe.skipIf(server === undefined)("on PostgreSQL", () => {
  test.each(["reads", "writes"] as const)(
    "%s at once have their own scope, result and error each",
    async (short) => {
      const { read, kysely } = await openSeveral();
      // More than a batch takes.
      const asked = Array.from({ length: 100 }, (_, index) => index % 3);
      const ended = await Promise.allSettled(
        asked.map((by, index) => read(`proj_${index}`, short, by)),
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

  test("writes of one turn share three commits, and each read is a transaction by itself", async () => {
    const { read, kysely } = await openSeveral();
    const list = async (short: "reads" | "writes") => {
      const asked = Array.from({ length: 30 }, (_, index) => read(`proj_${index}`, short));
      return new Set((await Promise.all(asked)).map((row) => row?.transaction));
    };
    const [reads, writes] = await Promise.all([list("reads"), list("writes")]);
    expect([reads.size, writes.size]).toEqual([30, 3]);
    expect(new Set([...reads, ...writes]).size).toBe(33);
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
          { isPrepared: true, isLast: true, short: "writes" },
        ),
      );
    // The third of each ten divides by zero, and the tenth repeats the ninth.
    const asked = Array.from({ length: 30 }, (_, index) =>
      write(index % 10 === 9 ? index - 1 : index, index % 10 === 2 ? 0 : 1),
    );
    const ended = await Promise.allSettled(asked);
    expect(ended.filter(({ status }) => status === "rejected")).toHaveLength(6);
    const { rows } = await sql<{ value: number }>`select value from written order by 1`.execute(
      kysely,
    );
    const kept = Array.from({ length: 30 }, (_, index) => index).filter(
      (index) => index % 10 !== 2 && index % 10 !== 9,
    );
    expect(rows.map(({ value }) => value)).toEqual(kept);
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
          short: "writes",
        }),
      )
      .then(() => {
        isDone = true;
      });
    const others = Array.from({ length: 12 }, (_, index) => read(`proj_${index}`, "writes"));
    expect(await Promise.all(others)).toHaveLength(12);
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
        sendQuery(trx, sql`select nextval('sent'), pg_sleep(100)`, {
          isLast: true,
          short: "writes",
        }),
      );
    // Two in each of three merged transactions, the second of which never begins.
    const lost = Promise.allSettled(Array.from({ length: 6 }, (_, index) => wait(`proj_${index}`)));
    const admin = new Client({ connectionString: url });
    await admin.connect();
    let isOver = false;
    const ending = lost.then((ended) => {
      isOver = true;
      return ended.map(({ status }) => status);
    });
    while (!isOver) {
      await admin.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()",
      );
      // Until those that sleep later do so, too.
      await sleep(20);
    }
    expect(new Set(await ending)).toEqual(new Set(["rejected"]));
    expect((await admin.query("select last_value from sent")).rows).toEqual([{ last_value: "3" }]);
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
  /** Divides 6. `transaction` is the virtual id of the transaction. Two may begin at the same microsecond. */
  const read = (project: string, short: "reads" | "writes", by = 1) =>
    scopes.transactInProject(project, async (trx) => {
      const query = sql<{
        project: string;
        role: string;
        transaction: string;
        value: number;
      }>`select
        current_setting('app.project') as project, current_user as role,
        (select virtualtransaction from pg_locks where locktype = 'virtualxid' and pid = pg_backend_pid()) as transaction, 6 / ${by}::integer as value`;
      return (await sendQuery(trx, query, { isPrepared: true, isLast: true, short })).rows[0];
    });
  return { kysely, scopes, read, url };
}
