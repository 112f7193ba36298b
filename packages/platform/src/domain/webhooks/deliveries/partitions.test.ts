import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import type { ScopedTransaction } from "../../../base/db/transactions/scoped.ts";
import { useDomainFixture } from "../../../testing/domain-fixture.ts";
import { fillProject } from "../../../testing/fill-project.ts";
import { testDatabases } from "../../../testing/test-database.ts";
import { deleteWebhookSubscription } from "../webhook-subscriptions/delete-webhook-subscription.ts";
import { keepEventPartitions } from "./keep-events.ts";

const parents = ["webhook_events", "webhook_deliveries", "webhook_attempts"] as const;

describe.each(testDatabases())("on $name", ({ open }) => {
  const fixture = useDomainFixture(open);
  const { run } = fixture;

  /** Runs a statement as the owner of the tables. */
  const asOwner = (statement: string) =>
    fixture.platform.database.unscoped.transaction().execute(async (trx) => {
      await sql`set local role none`.execute(trx);
      return (await sql<Record<string, unknown>>`${sql.raw(statement)}`.execute(trx)).rows;
    });
  const listPartitions = async (): Promise<readonly string[]> => {
    const rows = await asOwner(
      "select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where c.relkind = 'r' order by 1",
    );
    return rows.map(({ name }) => String(name));
  };
  /** Adds an event with a delivery and an attempt, as old as `ago` says by the database's clock. */
  const addEvent = (id: string, ago: string) =>
    run(async ({ trx, projectId }) => {
      const at = sql<Date>`date_trunc('milliseconds', now() - ${ago}::interval)`;
      const row = { project_id: projectId, id, subscription_id: "s", event_type: "e" };
      await sql`insert into webhook_events (project_id, id, subscription_id, event_type, version, body, is_test, user_id, created_at)
        values (${row.project_id}, ${id}, 's', 'e', 'V3', '', false, ${id}, ${at})`.execute(trx);
      await sql`insert into webhook_deliveries (project_id, id, subscription_id, event_id, event_at, event_type, webhook_url)
        values (${row.project_id}, ${id}, 's', ${id}, ${at}, 'e', 'u')`.execute(trx);
      await sql`insert into webhook_attempts (project_id, delivery_id, event_at, attempt, latency_ms)
        values (${row.project_id}, ${id}, ${at}, 1, 1)`.execute(trx);
    });
  /** The partition of each row of `id`, without the week. */
  const find = (id: string) =>
    run(async ({ trx }: { readonly trx: ScopedTransaction }) => {
      const found = await sql<{ place: string }>`
        select tableoid::regclass::text as place from webhook_events where id = ${id}
        union all select tableoid::regclass::text from webhook_deliveries where id = ${id}
        union all select tableoid::regclass::text from webhook_attempts where delivery_id = ${id}`.execute(
        trx,
      );
      return found.rows.map(({ place }) => place);
    });

  const readStored = async (): Promise<number> => {
    const [row] = await run(({ trx }) =>
      sql<{ bytes: number }>`select sum(bytes)::float8 as bytes from storage_counts`.execute(trx),
    ).then(({ rows }) => rows);
    return row?.bytes ?? 0;
  };

  beforeEach(async () => {
    for (const parent of parents) {
      await run(({ trx }) => sql`delete from ${sql.table(parent)}`.execute(trx));
    }
  });

  test("this week and the next four have partitions, however often they are requested", async () => {
    const weeks = await asOwner(
      `select to_char(date_trunc('week', now() at time zone 'UTC') + make_interval(weeks => n), 'YYYYMMDD') as monday
        from generate_series(0, 4) as n`,
    );
    await Promise.all([1, 2, 3].map(() => keepEventPartitions(fixture.platform.database.unscoped)));
    const names = await listPartitions();
    // The database of the test may have been made in an earlier week, and has partitions since then.
    const wanted = ["other", ...weeks.map(({ monday }) => monday)];
    for (const parent of parents) {
      expect(names).toEqual(expect.arrayContaining(wanted.map((name) => `${parent}_${name}`)));
    }
    await addEvent("now", "0 days");
    expect((await find("now")).every((place) => /_\d{8}$/.test(place))).toBe(true);
  });

  test("an event whose week has no partition yet is kept, and moves when the partition is made", async () => {
    await addEvent("early", "-60 days");
    expect(await find("early")).toEqual(parents.map((parent) => `${parent}_other`));
    await asOwner(
      `select add_event_partition(name, date_trunc('week', (now() + interval '60 days') at time zone 'UTC')::date)
        from unnest(array['${parents.join("', '")}']) as name`,
    );
    const places = await find("early");
    expect(places).toHaveLength(3);
    expect(places.every((place) => /_\d{8}$/.test(place))).toBe(true);
  });

  test("weeks that ended 90 days ago are dropped, and later ones stay", async () => {
    for (const days of [89, 98]) {
      await asOwner(
        `select add_event_partition(name, date_trunc('week', (now() - interval '${days} days') at time zone 'UTC')::date)
          from unnest(array['${parents.join("', '")}']) as name`,
      );
      await addEvent(`of-${days}`, `${days} days`);
    }
    // Of a week that never had a partition.
    await addEvent("of-200", "200 days");
    const before = await listPartitions();
    const stored = await readStored();
    await keepEventPartitions(fixture.platform.database.unscoped);
    expect(await find("of-89")).toHaveLength(3);
    expect(await find("of-98")).toEqual([]);
    expect(await find("of-200")).toEqual([]);
    // The two events that are gone are not counted any more; an event takes 400 bytes beside its body.
    expect((await readStored()) - stored).toBe(-800);
    const left = await listPartitions();
    expect(before.filter((name) => !left.includes(name))).toHaveLength(3);
  });

  test("a partition cannot be read by itself", async () => {
    await addEvent("walled", "0 days");
    for (const place of await find("walled")) {
      const reading = run(({ trx }) => sql`select * from ${sql.table(place)}`.execute(trx));
      await expect(reading).rejects.toThrow(/permission denied/);
    }
  });

  test("delivering an event reads one partition of each table", async () => {
    const plan = await run(({ trx }) =>
      sql<{ "QUERY PLAN": string }>`explain select * from webhook_deliveries d
        join webhook_events e on e.project_id = d.project_id and e.id = d.event_id and e.created_at = d.event_at
        join webhook_attempts a on a.project_id = d.project_id and a.delivery_id = d.id and a.event_at = d.event_at
        where d.id = 'x' and d.event_at = ${new Date()}`.execute(trx),
    );
    const read = new Set(
      plan.rows.flatMap(
        (row) => row["QUERY PLAN"].match(/webhook_[a-z]+_(?:\d{8}|other)(?!_)\b/g) ?? [],
      ),
    );
    expect(read.size).toBe(3);
  });

  test("a delivery that ends changes no index, and its page has room for the change", async () => {
    const indexed = await asOwner(
      `select a.attname from pg_index i
        join pg_inherits p on p.inhrelid = i.indrelid and p.inhparent = 'webhook_deliveries'::regclass
        join pg_attribute a on a.attrelid = i.indrelid and (a.attnum = any (i.indkey)
          or position(a.attname in coalesce(pg_get_expr(i.indpred, i.indrelid), '')) > 0)
        where a.attname in ('status', 'next_attempt_at', 'updated_at', 'status_code', 'latency_ms', 'response_body')`,
    );
    expect(indexed).toEqual([]);
    const full = await asOwner(
      `select c.relname from pg_inherits p join pg_class c on c.oid = p.inhrelid
        where p.inhparent = 'webhook_deliveries'::regclass and not 'fillfactor=70' = any (coalesce(c.reloptions, '{}'))`,
    );
    expect(full).toEqual([]);
  });

  test("a subscription takes its events along, and another project's stay", async () => {
    const other = await fixture.createOtherProject();
    await fillProject(fixture.platform.database, other);
    await fillProject(fixture.platform.database, fixture.projectId);
    await addEvent("more", "0 days");
    const { id } = await run(({ trx }) =>
      trx.selectFrom("webhook_subscriptions").select("id").executeTakeFirstOrThrow(),
    );
    await run((scope) => deleteWebhookSubscription(scope, id));
    for (const parent of parents) {
      const count = (projectId: string) =>
        run(
          async ({ trx }) => (await trx.selectFrom(parent).selectAll().execute()).length,
          projectId,
        );
      expect([await count(fixture.projectId), await count(other)], parent).toEqual([0, 1]);
    }
  });
});
