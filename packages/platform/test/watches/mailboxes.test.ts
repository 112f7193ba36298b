import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Receiver, startReceiver } from "../e2e/receiver.ts";
import { startWorld, type World } from "../e2e/world.ts";
import { startWatchedMailboxes, type WatchedMailboxes } from "./support/watched-mailboxes.ts";
import {
  makeAuthConfig,
  openWatchedAccount,
  writeWatchedToolkit,
} from "./support/watched-project.ts";

const slug = "GMAIL_MESSAGE_RECEIVED";
const topic = "projects/acme/topics/gmail";
const serviceAccount = "push@acme.iam.gserviceaccount.com";
const patience = { timeout: 40_000, interval: 100 };

/** Seconds: a watched instance with this interval is polled every hour. */
const interval = 900;
const watchedMs = 3_600_000;

let google: WatchedMailboxes;
let receiver: Receiver;
let world: World;
let authConfigId: string;

beforeAll(async () => {
  google = await startWatchedMailboxes();
  receiver = await startReceiver();
  world = await startWorld({
    environment: { PLATFORM_MANAGED_AUTH: "{}" },
    writeToolkits: () => writeWatchedToolkit("gmail", google.url),
  });
  await world.platform.webhookSubscriptions.createWebhookSubscription({
    body: { webhook_url: receiver.url, enabled_events: ["platform.trigger.message"] },
  });
  authConfigId = await makeAuthConfig(world.platform, "gmail", {
    pubsub_topic: topic,
    pubsub_service_account: serviceAccount,
  });
}, 60_000);
beforeEach(() => {
  receiver.received.length = 0;
  google.changes.length = 0;
  google.lists.length = 0;
});
afterAll(async () => {
  await world.close();
  await receiver.close();
  await google.close();
});

/** An account of the mailbox of this name. */
const connect = (name: string, of = authConfigId): Promise<string> =>
  openWatchedAccount(world.platform, world.serving.platform, {
    authConfigId: of,
    token: `token-of-${name}`,
  });

/** The id of the instance, and the address to enter at Google. */
async function upsert(
  account: string,
  config: object = {},
): Promise<{ readonly id: string; readonly url: string | undefined }> {
  const answer = await world.platform.triggerInstances.upsertTrigger({
    slug,
    body: { connected_account_id: account, trigger_config: { interval, ...config } },
  });
  return { id: answer?.trigger_id ?? "", url: answer?.webhook?.url };
}

const find = async (id: string) =>
  (await world.platform.triggerInstances.listActiveTriggers({ trigger_ids: [id] })).items[0];

/** Milliseconds between the last poll and the next one. */
async function readInterval(id: string): Promise<number> {
  const { state } = (await find(id)) ?? {};
  return Date.parse(state?.next_poll_at ?? "") - Date.parse(state?.last_polled_at ?? "");
}

const readFired = (): readonly unknown[] =>
  receiver.received.map(({ body }) => JSON.parse(body).data.id);

test("a poll has the mailbox watched, and a notification brings its event", async () => {
  const { id, url } = await upsert(await connect("ada"));
  google.subscriptions.push({ topic, endpoint: url ?? "", serviceAccount });
  await expect.poll(() => readInterval(id), patience).toBe(watchedMs);
  expect(google.changes).toEqual([`watch ada@example.com ${topic}`]);
  expect(JSON.parse((await find(id))?.trigger_data ?? "{}")).toMatchObject({
    owner: "ada@example.com",
  });
  google.add("ada@example.com", "m1", "m2");
  expect(await google.publish("ada@example.com")).toEqual([200]);
  await receiver.waitFor(2);
  expect(readFired().toSorted()).toEqual(["m1", "m2"]);
  expect(google.keyRequests).toBe(1);
}, 60_000);
