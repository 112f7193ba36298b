import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findNeed } from "../../../../test/support/needs.ts";
import { writePlainHead } from "../../src/applications/toolkits/testing/write-plain-head.ts";
import { type Database, openDatabase } from "../../src/base/db/opening/open-database.ts";
import { createDatabase } from "../../src/testing/created-databases.ts";
import { createDeployment, createTenant, type Tenant } from "../chaos/support/deployment.ts";
import { goodKey } from "../e2e/application.ts";
import { type Receiver, startReceiver } from "../e2e/receiver.ts";
import { connect, createConfig } from "../e2e/suites/accounts.ts";
import { readUpserted } from "../e2e/suites/triggers/instances.ts";
import { type PlatformProcess, startProcess } from "../running/support/platform-process.ts";
import { startWatchedCalendar, type WatchedCalendar } from "./support/watched-calendar.ts";

const server = findNeed("postgresql");
const patience = { timeout: 60_000, interval: 100 };

let calendar: WatchedCalendar;
let receiver: Receiver;
let database: Database;
let tenant: Tenant;
let startWorker: () => Promise<PlatformProcess>;
const cleanups: (() => unknown)[] = [];

/** The calendar for accounts with a key, which need no browser. */
const agenda = (url: string): string => `${writePlainHead("agenda", url)}
  webhooks:
    signature: { scheme: token, header: X-Goog-Channel-Token }
    hooks:
      register: { operation: watch, arguments: { id: '{uuid}', type: web_hook, address: '{url}', token: '{secret}' }, id: /id, keep: { resource: /resourceId }, expires: { pointer: /expiration, unit: milliseconds } }
      unregister: { operation: stop, arguments: { id: '{id}', resourceId: '{resource}' } }
  auth: [{ mode: API_KEY, security_scheme: key, name: Key }]
security: [{ key: [] }]
components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }
paths:
  /events:
    get:
      operationId: list
      summary: List
      description: Lists events.
      x-platform-trigger:
        type: poll
        slug: AGENDA_EVENT_CHANGED
        name: Event changed
        payload: { type: object, properties: { id: { type: string } }, required: [id] }
        poll: { items: /items, identity: [/id, /updated], time: { pointer: /updated }, data: { id: /id } }
        watch: { when: [{ header: X-Goog-Resource-State, equals: exists }] }
      responses: &ok { '200': { description: Done. } }
  /events/watch: { post: { operationId: watch, summary: Watch, description: Opens a channel., requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { id: { type: string }, type: { type: string }, address: { type: string }, token: { type: string } } } } } }, responses: *ok } }
  /channels/stop: { post: { operationId: stop, summary: Stop, description: Stops a channel., requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { id: { type: string }, resourceId: { type: string } } } } } }, responses: *ok } }
`;

beforeAll(async () => {
  if (server === undefined) {
    return;
  }
  calendar = await startWatchedCalendar();
  receiver = await startReceiver();
  const toolkits = mkdtempSync(join(tmpdir(), "platform-agenda-"));
  writeFileSync(join(toolkits, "agenda.yaml"), agenda(calendar.url));
  const url = await createDatabase(server);
  const port = String(30_000 + (process.pid % 20_000));
  const { environment, ownerKey } = await createDeployment(url, {
    PLATFORM_TOOLKITS: toolkits,
    PLATFORM_BASE_URL: `http://127.0.0.1:${port}`,
  });
  const api = await startProcess({ ...environment, PORT: port, PLATFORM_ROLE: "api" });
  startWorker = () => startProcess({ ...environment, PLATFORM_ROLE: "worker" });
  database = await openDatabase({ kind: "postgres", url, poolSize: 2 });
  tenant = await createTenant(api.url, ownerKey, "watches");
  await tenant.platform.webhookSubscriptions.createWebhookSubscription({
    body: { webhook_url: receiver.url, enabled_events: ["platform.trigger.message"] },
  });
  cleanups.push(
    () => api.send("SIGTERM"),
    () => database.close(),
    () => calendar.close(),
    () => receiver.close(),
    () => rmSync(toolkits, { recursive: true, force: true }),
  );
}, 60_000);
afterAll(async () => {
  for (const cleanup of cleanups) {
    await cleanup();
  }
});

/** Runs a statement in the project, as time that passes would change its rows. */
const change = (text: string): Promise<unknown> =>
  database.transactInProject(tenant.id, async (trx) => {
    await sql.raw(text).execute(trx);
    await sql`notify jobs`.execute(trx);
  });

/** Kills a worker as soon as it has opened a channel, before it gets the answer. */
async function killAtWatch(worker: PlatformProcess): Promise<string> {
  const killed = Promise.withResolvers<void>();
  calendar.beforeAnswer = async (what) => {
    if (what === "watch") {
      calendar.beforeAnswer = () => Promise.resolve();
      worker.send("SIGKILL");
      await worker.ended;
      killed.resolve();
    }
  };
  await killed.promise;
  return [...calendar.channels.keys()].at(-1) ?? "";
}

test.skipIf(server === undefined)(
  "a worker that is killed between the new channel and the stop of the old one leaves none that is not stopped",
  async () => {
    // The first channel of an instance: the values that stop it come with the next one.
    let worker = await startWorker();
    const dying = killAtWatch(worker);
    const config = await createConfig(tenant, "API_KEY", [], "agenda");
    const account = await connect(tenant, config, "API_KEY", { generic_api_key: goodKey });
    const body = { connected_account_id: account, trigger_config: { interval: 3600 } };
    const slug = "AGENDA_EVENT_CHANGED";
    const upserted = await tenant.platform.triggerInstances.upsertTrigger({ slug, body });
    const { trigger_id: id } = readUpserted(upserted);
    const first = await dying;
    await change("update trigger_instances set hook_claim_until = now()");
    worker = await startWorker();
    await expect.poll(() => calendar.changes.length, patience).toBe(3);
    const [second = ""] = calendar.channels.keys();
    expect(calendar.changes).toEqual([`watch ${first}`, `watch ${second}`, `stop ${first}`]);

    // A renewal: the new channel is lost, and the old one still works.
    const dyingAgain = killAtWatch(worker);
    await change("update trigger_instances set hook_renew_at = now()");
    await change("update jobs set next_at = now() where kind = 'trigger.register'");
    const third = await dyingAgain;
    expect([...calendar.channels.keys()]).toEqual([second, third]);
    calendar.add("between");
    // The address of both channels is the same.
    expect(await calendar.notify()).toEqual([200, 200]);
    worker = await startWorker();
    await receiver.waitFor(1);
    await change("update trigger_instances set hook_claim_until = now()");
    await change("update jobs set next_at = now() where kind = 'trigger.register'");
    await expect.poll(() => calendar.changes.length, patience).toBe(7);
    const [fourth] = [...calendar.channels.keys()];
    const [lost, ...renewed] = calendar.changes.slice(3);
    expect(lost).toBe(`watch ${third}`);
    // The lost channel is stopped at any time, and the one that works only after the new one.
    const stopLost = `stop ${third}`;
    expect(renewed).toContain(stopLost);
    expect(renewed.filter((each) => each !== stopLost)).toEqual([
      `watch ${fourth}`,
      `stop ${second}`,
    ]);
    calendar.add("after");
    expect(await calendar.notify()).toEqual([200]);
    await receiver.waitFor(2);
    const fired = receiver.received.map((each) => JSON.parse(each.body).data.id);
    expect(fired).toEqual(["between", "after"]);
    await tenant.platform.triggerInstances.deleteTrigger({ id });
    await expect.poll(() => calendar.channels.size, patience).toBe(0);
    worker.send("SIGTERM");
    await worker.ended;
  },
  180_000,
);
