import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findNeed } from "../../../../test/support/needs.ts";
import { type Database, openDatabase } from "../../src/base/db/opening/open-database.ts";
import { createDatabase } from "../../src/testing/created-databases.ts";
import { createDeployment, createTenant, type Tenant } from "../chaos/support/deployment.ts";
import { shiftClock } from "../chaos/support/shift-clock.ts";
import { goodKey } from "../e2e/application.ts";
import { type Receiver, startReceiver } from "../e2e/receiver.ts";
import { connect, createConfig } from "../e2e/suites/accounts.ts";
import { type PlatformProcess, startProcess } from "../running/support/platform-process.ts";
import { startTimedApplication, type TimedApplication } from "./support/timed-application.ts";

const server = findNeed("postgresql");
const library = findNeed("faketime");
const isPossible = server !== undefined && library !== undefined;
const instances = 4;

/** Far more than anything here takes on a busy machine. */
const patience = { timeout: 40_000, interval: 50 };

let api: PlatformProcess | undefined;
let application: TimedApplication;
let receiver: Receiver;
let database: Database;
let tenant: Tenant;
let workers: { readonly environment: Readonly<Record<string, string>>; running: Running }[];
const cleanups: (() => unknown)[] = [];

type Running = Promise<PlatformProcess>;

beforeAll(async () => {
  if (!isPossible) {
    return;
  }
  application = await startTimedApplication();
  receiver = await startReceiver();
  const url = await createDatabase(server);
  const { environment, ownerKey } = await createDeployment(url, {
    PLATFORM_TOOLKITS: application.toolkits,
  });
  api = await startProcess({ ...environment, PLATFORM_ROLE: "api" });
  workers = [{}, shiftClock(library, "+1d"), shiftClock(library, "-1d")].map((clock) => {
    const each = { ...environment, ...clock, PLATFORM_ROLE: "worker" };
    return { environment: each, running: startProcess(each) };
  });
  await Promise.all(workers.map(({ running }) => running));
  database = await openDatabase({ kind: "postgres", url, poolSize: 2 });
  tenant = await createTenant(api.url, ownerKey, "clocks");
  await tenant.platform.webhookSubscriptions.createWebhookSubscription({
    body: { webhook_url: receiver.url, enabled_events: ["platform.trigger.message"] },
  });
  cleanups.push(
    () => database.close(),
    () => application.close(),
    () => receiver.close(),
    () => rmSync(application.toolkits, { recursive: true, force: true }),
  );
}, 60_000);
afterAll(async () => {
  const others = (workers ?? []).map(({ running }) => running);
  const processes = await Promise.all([...(api === undefined ? [] : [api]), ...others]);
  await Promise.all(processes.map(end));
  for (const cleanup of cleanups) {
    await cleanup();
  }
});

/** Ends a process, and waits until it has left the database. */
async function end(running: PlatformProcess): Promise<void> {
  running.send("SIGTERM");
  await running.ended;
}

/** Makes instances of a type. */
async function addInstances(slug: string): Promise<void> {
  const config = await createConfig(tenant, "API_KEY", [], "shore");
  const account = await connect(tenant, config, "API_KEY", { generic_api_key: goodKey });
  for (let n = 0; n < instances; n += 1) {
    const trigger_config = {
      shelf: String(n),
      ...(slug === "SHORE_THING_LISTED" && { interval: 60 }),
    };
    const body = { connected_account_id: account, trigger_config };
    await tenant.platform.triggerInstances.upsertTrigger({ slug, body });
  }
}

/** Lets time pass for the waiting jobs of a kind: they are due now. */
const letPass = (kind: string): Promise<unknown> =>
  database.transactInProject(tenant.id, async (trx) => {
    await sql`update jobs set next_at = now() where kind = ${kind} and next_at > now()`.execute(
      trx,
    );
    await sql`notify jobs`.execute(trx);
  });

const countPolled = (): Promise<number> =>
  database.transactInProject(tenant.id, async (trx) => {
    const polled = trx
      .selectFrom("trigger_instances")
      .select("id")
      .where("watermark", "is not", null);
    return (await polled.execute()).length;
  });

const addThings = (...titles: readonly string[]): void => {
  const at = new Date().toISOString();
  application.things.unshift(...titles.map((title) => ({ title, at })));
};

/** The ids of the events that arrived, by instance and title. */
function readFired(): ReadonlyMap<string, ReadonlySet<string>> {
  const fired = new Map<string, Set<string>>();
  for (const { body, headers } of receiver.received) {
    const { metadata, data } = JSON.parse(body);
    const key = `${metadata.trigger_id} ${data.title}`;
    fired.set(key, (fired.get(key) ?? new Set()).add(headers["webhook-id"] ?? ""));
  }
  return fired;
}

test.skipIf(!isPossible)(
  "workers a day ahead and a day behind poll and renew nothing early, late or twice",
  async () => {
    application.lifeSeconds = 16;
    addThings("old-1", "old-2");
    await addInstances("SHORE_CHANGED");
    const registered = application.made.map(({ at }) => at);
    // The next ones stay, so that kills while they are renewed again do not let one end.
    application.lifeSeconds = 3600;
    await addInstances("SHORE_THING_LISTED");
    await expect.poll(countPolled, patience).toBe(instances);
    expect(application.polls).toBe(instances);

    // For the worker ahead everything is overdue.
    addThings("new-1", "new-2", "new-3");
    await sleep(5_000);
    expect([application.polls, application.made.length]).toEqual([instances, instances]);
    expect(receiver.received).toEqual([]);

    await letPass("trigger.poll");
    await expect.poll(() => readFired().size, patience).toBe(3 * instances);
    expect(application.polls).toBe(2 * instances);
    // A hook is renewed when a quarter of its life is left.
    await expect.poll(() => application.made.length, patience).toBe(2 * instances);
    for (const [index, { at }] of application.made.slice(instances).entries()) {
      expect(at - (registered[index] ?? 0)).toBeGreaterThan(11_000);
    }
    // The first hooks have ended at the application by then, and each address still has one.
    const firstEnded = Math.max(...registered) + 17_000;
    await sleep(Math.max(1_000, firstEnded - performance.now()));
    const first = new Set(application.made.slice(0, instances).map(({ id }) => id));
    expect([...first].filter((id) => application.hooks.has(id))).toEqual([]);
    const addresses = new Set(application.made.map(({ url }) => url));
    const alive = application.made.filter(({ id }) => application.hooks.has(id));
    expect(new Set(alive.map(({ url }) => url))).toEqual(addresses);
    expect(receiver.received).toHaveLength(3 * instances);
    expect(application.polls).toBe(2 * instances);
    // Receivers refuse a signature whose time is five minutes off.
    const times = receiver.received.map(({ headers }) => Number(headers["webhook-timestamp"]));
    expect(times.filter((time) => Math.abs(time - Date.now() / 1000) > 300)).toEqual([]);
  },
  120_000,
);

test.skipIf(!isPossible)(
  "each item fires exactly once while workers are killed in the middle of polls and renewals",
  async () => {
    receiver.received.length = 0;
    let isRushing = true;
    const rushing = (async () => {
      for (let n = 0; isRushing; n += 1) {
        addThings(`rush-${n}`);
        await letPass("trigger.poll");
        await database.transactInProject(tenant.id, async (trx) => {
          await sql`update trigger_instances set hook_renew_at = now(), hook_claim_until = null
            where kind = 'webhook' and hook_renew_at > now()`.execute(trx);
        });
        await letPass("trigger.register");
        await sleep(300);
      }
    })();
    const watched = new Set(application.made.map(({ url }) => url));
    const without: string[] = [];
    const watching = (async () => {
      while (isRushing) {
        for (const url of watched) {
          if (
            !application.made.some((each) => each.url === url && application.hooks.has(each.id))
          ) {
            without.push(url);
          }
        }
        await sleep(20);
      }
    })();
    // Each worker is killed, and one of them waits for this answer.
    application.isHolding = true;
    await expect.poll(() => application.held, patience).toBeDefined();
    for (let kill = 0; kill < 6; kill += 1) {
      await sleep(700);
      const worker = workers[kill % workers.length];
      const victim = await worker?.running;
      if (worker === undefined || victim === undefined) {
        throw new Error("The worker is missing.");
      }
      victim.send("SIGKILL");
      await victim.ended;
      worker.running = startProcess(worker.environment);
    }
    application.isHolding = false;
    await Promise.all(workers.map(({ running }) => running));
    isRushing = false;
    await Promise.all([rushing, watching]);
    const added = application.things.filter(({ title }) => title.startsWith("rush")).length;
    await expect
      .poll(
        async () => {
          await letPass("trigger.poll");
          return readFired().size;
        },
        { ...patience, interval: 500 },
      )
      .toBe(added * instances);
    const ids = [...readFired().values()].map((each) => each.size);
    expect(ids.filter((count) => count !== 1)).toEqual([]);
    expect(without).toEqual([]);
    expect(application.cut).toBeGreaterThan(0);
    console.log(
      `  ${added} items for ${instances} instances, ${application.polls} polls, ${application.made.length - 2 * instances} renewals beside 6 kills, which cut ${application.cut} calls: ${receiver.received.length} deliveries of ${ids.length} events`,
    );
  },
  120_000,
);
