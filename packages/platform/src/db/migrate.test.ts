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
    await expect(open()).rejects.toThrow(/running: replica-1, process 17\. .*\nStop them/);
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
  "events from before they had partitions are moved into their weeks with deliveries, attempts and jobs",
  async () => {
    const url = await createDatabase(server ?? "");
    const login = new Kysely<Tables>({
      dialect: new PostgresDialect({ pool: new Pool({ connectionString: url, max: 1 }) }),
    });
    const index = migrations.findIndex(({ name }) => name === "0033-event-partitions");
    await migrate(login, migrations.slice(0, index));
    const filling = `alter table webhook_subscriptions no force row level security;
      alter table webhook_events no force row level security;
      alter table webhook_deliveries no force row level security;
      alter table webhook_attempts no force row level security;
      alter table jobs no force row level security;
      alter table projects no force row level security;
      alter table organizations no force row level security;
      insert into organizations (id, name) values ('o', 'o');
      insert into projects (id, organization_id, name) values ('p', 'o', 'p');
      insert into webhook_subscriptions (project_id, id, webhook_url, enabled_events, version, signature_key, secrets, secrets_version)
        values ('p', 's', 'u', '{}', 'V3', 'raw', '', 1);
      insert into webhook_events (project_id, id, subscription_id, event_type, version, body, is_test, created_at)
        select 'p', 'e' || n, 's', 't', 'V3', 'body', false, now() - n * interval '10 days' from generate_series(0, 5) as n;
      insert into webhook_deliveries (project_id, id, subscription_id, event_id, event_type, webhook_url)
        select 'p', 'd' || n, 's', 'e' || n, 't', 'u' from generate_series(0, 5) as n;
      insert into webhook_attempts (project_id, delivery_id, attempt, latency_ms)
        select 'p', 'd' || n, 1, 1 from generate_series(0, 5) as n;
      insert into jobs (project_id, id, kind, payload, unique_key, max_attempts)
        values ('p', 'j', 'webhook.deliver', '{"id": "d3"}', 'd3', 9);
      alter table jobs force row level security`;
    await sql.raw(filling).execute(login);
    await migrate(login);
    // The owner reads tables with row-level security as `app` in the project.
    const moved = await login.transaction().execute(async (trx) => {
      await sql`set local role app`.execute(trx);
      await sql`select set_config('app.project', 'p', true)`.execute(trx);
      return await sql<{ place: string; is_job: boolean; n: string }>`
        select e.tableoid::regclass::text as place, right(e.id, 1) as n,
          exists (select from jobs j where j.payload ->> 'id' = d.id and (j.payload ->> 'at')::timestamptz = e.created_at) as is_job
        from webhook_events e
        join webhook_deliveries d on d.event_id = e.id and d.event_at = e.created_at
        join webhook_attempts a on a.delivery_id = d.id and a.event_at = e.created_at
        order by e.id`.execute(trx);
    });
    expect(moved.rows.map(({ n }) => n)).toEqual(["0", "1", "2", "3", "4", "5"]);
    expect(moved.rows.filter((row) => row.is_job).map(({ n }) => n)).toEqual(["3"]);
    expect(moved.rows.filter(({ place }) => !/^webhook_events_\d{8}$/.test(place))).toEqual([]);
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
