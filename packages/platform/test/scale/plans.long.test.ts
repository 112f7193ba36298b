import { rmSync, writeFileSync } from "node:fs";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { resolveInRoot } from "../../../../scripts/support/paths.ts";
import { findNeed } from "../../../../test/support/needs.ts";
import { type Database, openDatabase } from "../../src/base/db/opening/open-database.ts";
import { createDeployment, createTenant, type Tenant } from "../chaos/support/deployment.ts";
import { startTimedApplication } from "../deliveries/support/timed-application.ts";
import { goodKey } from "../e2e/application.ts";
import { startReceiver } from "../e2e/receiver.ts";
import { connect, createConfig } from "../e2e/suites/accounts.ts";
import { type Cluster, createCluster } from "../running/support/cluster.ts";
import { startProcess } from "../running/support/platform-process.ts";
import { fillDatabase, listSmallTables } from "./support/fill-database.ts";
import { readPlans } from "./support/read-plans.ts";
import { findFaults, type Statement, summarizePlans, writeReport } from "./support/statements.ts";

const server = findNeed("postgresql");
const isLong = process.env.SOAK === "1";
/**
 * In the short form the planner would rightly read small tables from beginning to end, so that is switched off: an access
 * without a usable index shows all the same.
 */
const size = isLong
  ? { events: 10_000_000, instances: 100_000 }
  : { events: 5_000, instances: 1_000 };
const instances = 4;
const sent = isLong ? 100 : 20;
const patience = { timeout: 60_000, interval: 50 };

const cleanups: (() => unknown)[] = [];
afterAll(async () => {
  for (const cleanup of cleanups.toReversed()) {
    await cleanup();
  }
});

/** Settings of the server that make filling fast. They are taken back before anything is measured. */
const whileFilling = ["fsync", "full_page_writes", "autovacuum"];

async function configure(cluster: Cluster, statements: readonly string[]): Promise<void> {
  for (const statement of statements) {
    await cluster.query(statement);
  }
  await cluster.stop("fast");
  await cluster.start();
}

/** From here on, the server writes each statement's plan into its log, also those inside functions. */
const explain: readonly string[] = [
  "session_preload_libraries = 'auto_explain'",
  "auto_explain.log_min_duration = 0",
  "auto_explain.log_analyze = on",
  "auto_explain.log_timing = off",
  "auto_explain.log_nested_statements = on",
  "auto_explain.log_format = 'json'",
  ...(isLong ? [] : ["enable_seqscan = off"]),
].map((setting) => `alter database platform set ${setting}`);

async function addInstances(tenant: Tenant, slug: string): Promise<void> {
  const config = await createConfig(tenant, "API_KEY", [], "shore");
  const account = await connect(tenant, config, "API_KEY", { generic_api_key: goodKey });
  for (let n = 0; n < instances; n += 1) {
    const trigger_config = { shelf: String(n) };
    const body = { connected_account_id: account, trigger_config };
    await tenant.platform.triggerInstances.upsertTrigger({ slug, body });
  }
}

async function countPolled(database: Database, { id }: Tenant): Promise<number> {
  return await database.transactInProject(id, async (trx) => {
    const polled = trx
      .selectFrom("trigger_instances")
      .select("id")
      .where("project_id", "=", id)
      .where("watermark", "is not", null);
    return (await polled.execute()).length;
  });
}

test.skipIf(server === undefined)(
  `every statement of an event reads by an index beside ${size.events} events and ${size.instances} trigger instances`,
  async () => {
    const cluster = await createCluster();
    cleanups.push(() => cluster.remove());
    await configure(cluster, [
      ...whileFilling.map((name) => `alter system set ${name} = off`),
      "alter system set max_wal_size = '8GB'",
      "alter system set shared_buffers = '2GB'",
    ]);
    const application = await startTimedApplication();
    const receiver = await startReceiver();
    cleanups.push(
      () => application.close(),
      () => receiver.close(),
      () => rmSync(application.toolkits, { recursive: true, force: true }),
    );
    const { environment, ownerKey } = await createDeployment(cluster.url, {
      PLATFORM_TOOLKITS: application.toolkits,
    });
    const first = await startProcess(environment);
    const tenant = await createTenant(first.url, ownerKey, "measured");
    const { id: subscriptionId } =
      await tenant.platform.webhookSubscriptions.createWebhookSubscription({
        body: { webhook_url: receiver.url, enabled_events: ["platform.trigger.message"] },
      });
    await addInstances(tenant, "SHORE_CHANGED");
    application.things.unshift({ title: "old", at: new Date().toISOString() });
    await addInstances(tenant, "SHORE_THING_LISTED");
    const database = await openDatabase({ kind: "postgres", url: cluster.url, poolSize: 1 });
    await expect.poll(() => countPolled(database, tenant), patience).toBe(instances);
    await database.close();
    first.send("SIGTERM");
    await first.ended;

    const superuser = cluster.url.replace("tester@", "postgres@");
    const began = performance.now();
    await fillDatabase(superuser, size, { projectId: tenant.id, subscriptionId });
    console.log(
      `  filled: ${size.events} events, ${size.instances} instances in ${((performance.now() - began) / 60_000).toFixed(1)} minutes`,
    );
    await configure(cluster, [
      ...whileFilling.map((name) => `alter system reset ${name}`),
      ...explain,
    ]);

    const platform = await startProcess(environment);
    // The process reads each hook of its tenant's own.
    for (let n = 0; n < sent; n += 1) {
      const hook = application.made[n % instances];
      const headers = {
        "content-type": "application/json",
        "x-channel-token": hook?.token ?? "",
        "x-message": `message-${n}`,
      };
      const { pathname } = new URL(hook?.url ?? "http://missing.example");
      const body = JSON.stringify({ title: `webhook ${n}` });
      const response = await fetch(`${platform.url}${pathname}`, { method: "POST", headers, body });
      expect(response.status).toBe(200);
    }
    application.things.unshift({ title: "new", at: new Date().toISOString() });
    const own = await openDatabase({ kind: "postgres", url: cluster.url, poolSize: 1 });
    await own.transactInProject(tenant.id, async (trx) => {
      await sql`update jobs set next_at = now() where kind = 'trigger.poll' and project_id = ${tenant.id}
        and unique_key in (select id from trigger_instances where project_id = ${tenant.id} and toolkit_slug = 'shore')`.execute(
        trx,
      );
      await sql`notify jobs`.execute(trx);
    });
    // The hourly work on weeks, which otherwise falls into the measurement by chance.
    await sql`select keep_event_partitions()`.execute(own.unscoped);
    await own.close();
    await expect.poll(() => receiver.received.length, patience).toBe(sent + instances);
    platform.send("SIGTERM");
    await platform.ended;

    const [{ log = "" } = {}] = await cluster.query(
      "select pg_read_file(current_setting('data_directory') || '/../log') as log",
    );
    // The planner reads a small table from beginning to end for good reasons.
    const small = isLong ? await listSmallTables(superuser, 1_000) : new Set(["projects"]);
    const statements: readonly Statement[] = summarizePlans(readPlans(String(log)));
    console.log(`  statements: ${statements.length} with tables that grow`);
    if (isLong) {
      writeFileSync(resolveInRoot("docs/event-plans.md"), writeReport(statements, size));
    }
    expect(statements.length).toBeGreaterThan(10);
    expect(findFaults(statements, { rows: isLong ? 1_000 : 300, small })).toEqual([]);
  },
  isLong ? 60 * 60 * 1000 : 120_000,
);
