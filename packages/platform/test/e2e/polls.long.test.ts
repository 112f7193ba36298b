import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toolkitFolder } from "../../src/base/package-files.ts";
import { changeAccount } from "../../src/domain/accounts/connected-accounts/changing/change-account.ts";
import { lockAccount } from "../../src/domain/accounts/connected-accounts/open-account.ts";
import { runInProject } from "../../src/domain/scope.ts";
import { type PolledApplication, startPolledApplication } from "./polled-application.ts";
import { type Received, startReceiver } from "./receiver.ts";
import { readUpserted } from "./suites/triggers/instances.ts";
import { startWorld, type World } from "./world.ts";

/** The toolkits that are polled, as they are shipped, led to the application. */
const toolkits = [
  { toolkit: "gmail", slug: "GMAIL_MESSAGE_RECEIVED", config: { q: "is:unread" } },
  { toolkit: "googlecalendar", slug: "GOOGLECALENDAR_EVENT_CHANGED", config: {} },
  { toolkit: "notion", slug: "NOTION_PAGE_UPDATED", config: {} },
  // The toolkit does not have accounts.
  { toolkit: "hackernews", slug: "HACKERNEWS_STORY_ADDED", config: { query: "api" } },
] as const;

function writeToolkits(url: string): string {
  const folder = mkdtempSync(join(tmpdir(), "platform-polls-"));
  for (const { toolkit } of toolkits) {
    const text = readFileSync(join(toolkitFolder, `${toolkit}.yaml`), "utf8");
    const led = text.replaceAll(
      /^( *)servers:\n *- url: \S+/gm,
      `$1servers:\n$1  - url: ${url}/${toolkit}`,
    );
    writeFileSync(join(folder, `${toolkit}.yaml`), led);
  }
  return folder;
}

let application: PolledApplication;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let world: World;
let projectId: string;

beforeAll(async () => {
  application = await startPolledApplication();
  receiver = await startReceiver();
  world = await startWorld({
    environment: { PLATFORM_MANAGED_AUTH: "{}" },
    writeToolkits: () => writeToolkits(application.url),
  });
  projectId = (await world.platform.auth.getSessionInfo()).project?.id ?? "";
  await world.platform.webhookSubscriptions.createWebhookSubscription({
    body: {
      webhook_url: receiver.url,
      enabled_events: ["platform.trigger.message", "platform.trigger.disabled"],
    },
  });
});
afterAll(async () => {
  await world.close();
  await receiver.close();
  await application.close();
});

const readBody = ({ body }: Received): { type: string; data: Record<string, unknown> } =>
  JSON.parse(body);
const subtractMinutes = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);

/** An ACTIVE account, as it is after its user signed in. */
async function openAccount(toolkit: string): Promise<string> {
  const { platform } = world;
  const { auth_config } = await platform.authConfigs.createAuthConfig({
    body: {
      toolkit: { slug: toolkit },
      auth_config: {
        type: "use_custom_auth",
        authScheme: "OAUTH2",
        credentials: { client_id: "c", client_secret: "s" },
      },
    },
  });
  const link = await platform.connectedAccounts.createLink({
    body: { auth_config_id: auth_config.id, user_id: "ada" },
  });
  const id = link.connected_account_id;
  await runInProject(world.serving.platform, projectId, async (scope) => {
    const tokens = { access_token: "good-token", token_type: "bearer" };
    const event = { type: "grant_succeeded", purpose: "connect", tokens } as const;
    await changeAccount(scope, await lockAccount(scope, id), event, { val: tokens });
  });
  return id;
}

/** Polls now, and waits until the poll was stored. */
async function pollNow(trigger: string): Promise<void> {
  const read = async () => {
    const { items } = await world.platform.triggerInstances.listActiveTriggers({
      trigger_ids: [trigger],
      show_disabled: true,
    });
    return items[0]?.state.last_polled_at;
  };
  const before = await read();
  await world.serving.platform.database.transactInProject(projectId, async (trx) => {
    await trx
      .updateTable("jobs")
      .set({ next_at: new Date(0), state: "ready" })
      .where("unique_key", "=", trigger)
      .execute();
  });
  await expect.poll(read, { timeout: 20_000 }).not.toBe(before);
}

describe.each(toolkits)("$slug", ({ toolkit, slug, config }) => {
  test("fires each new item once, and resumes after its account was lost", async () => {
    const { platform } = world;
    const account = await openAccount(toolkit === "hackernews" ? "notion" : toolkit);
    application.things = [
      { id: "old-1", time: subtractMinutes(20) },
      { id: "old-2", time: subtractMinutes(30) },
      { id: "old-3", time: subtractMinutes(40) },
    ];
    const body = { connected_account_id: account, trigger_config: { ...config, interval: 3600 } };
    const { trigger_id: id } = readUpserted(
      await platform.triggerInstances.upsertTrigger({ slug, body }),
    );
    await expect
      .poll(
        async () =>
          (await platform.triggerInstances.listActiveTriggers({ trigger_ids: [id] })).items[0]
            ?.state.last_polled_at,
        { timeout: 20_000 },
      )
      .toBeDefined();
    receiver.received.length = 0;
    const added = [1, 2, 3, 4, 5].map((n) => ({ id: `new-${n}`, time: subtractMinutes(n) }));
    application.things = [...added, ...application.things];
    await pollNow(id);
    await pollNow(id);
    const late = { id: "late", time: subtractMinutes(25) };
    const sorted = [...application.things, late].toSorted(
      (a, b) => b.time.getTime() - a.time.getTime(),
    );
    application.things = sorted;
    await pollNow(id);
    await receiver.waitFor(6);
    const fired = receiver.received.map((each) => readBody(each).data.id);
    expect(fired.toSorted()).toEqual(["late", "new-1", "new-2", "new-3", "new-4", "new-5"]);
    expect(readBody(receiver.received[0] ?? { headers: {}, body: "{}" })).toMatchObject({
      type: "platform.trigger.message",
      metadata: { trigger_slug: slug, trigger_id: id, connected_account_id: account },
    });
    const set = (enabled: boolean) =>
      platform.connectedAccounts.setConnectedAccountStatus({ nanoid: account, body: { enabled } });
    await set(false);
    await receiver.waitFor(7);
    expect(readBody(receiver.received[6] ?? { headers: {}, body: "{}" })).toMatchObject({
      type: "platform.trigger.disabled",
      data: { id, disabled_reason: "account_disabled" },
    });
    const newest = { id: "new-6", time: subtractMinutes(0) };
    application.things = [newest, ...application.things];
    await set(true);
    await receiver.waitFor(8);
    expect(readBody(receiver.received[7] ?? { headers: {}, body: "{}" }).data.id).toBe("new-6");
    await platform.triggerInstances.deleteTrigger({ id });
  }, 120_000);
});

test("a type of a toolkit without authentication fires without an account", async () => {
  const { triggerInstances } = world.platform;
  application.things = [{ id: "old", time: subtractMinutes(20) }];
  const made = await triggerInstances.upsertTrigger({
    slug: "HACKERNEWS_STORY_ADDED",
    body: { user_id: "ada", trigger_config: { query: "api", interval: 3600 } },
  });
  const { trigger_id: id } = readUpserted(made);
  const find = async () => (await triggerInstances.listActiveTriggers({ trigger_ids: [id] })).items;
  await expect
    .poll(async () => (await find())[0]?.state.last_polled_at, { timeout: 20_000 })
    .toBeDefined();
  receiver.received.length = 0;
  application.things = [{ id: "new", time: subtractMinutes(1) }, ...application.things];
  await pollNow(id);
  await receiver.waitFor(1);
  expect(readBody(receiver.received[0] ?? { headers: {}, body: "{}" })).toMatchObject({
    metadata: { connected_account_id: null, auth_config_id: null, user_id: "ada" },
    data: { id: "new" },
  });
  await triggerInstances.deleteTrigger({ id });
  expect(await find()).toEqual([]);
}, 60_000);
