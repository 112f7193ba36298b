import { type RawBuilder, sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type Receiver, startReceiver } from "../e2e/receiver.ts";
import { readUpserted } from "../e2e/suites/triggers/instances.ts";
import { startWorld, type World } from "../e2e/world.ts";
import { hurryPolls } from "./support/hurry-polls.ts";
import { startWatchedCalendar, type WatchedCalendar } from "./support/watched-calendar.ts";
import {
  makeAuthConfig,
  openWatchedAccount,
  writeWatchedToolkit,
} from "./support/watched-project.ts";

const slug = "GOOGLECALENDAR_EVENT_CHANGED";

/** Seconds: a watched instance with this interval is polled every hour. */
const interval = 900;
const watchedMs = 3_600_000;

let calendar: WatchedCalendar;
let receiver: Receiver;
let world: World;
let account: string;
let endHurry: () => Promise<void>;

beforeAll(async () => {
  calendar = await startWatchedCalendar();
  receiver = await startReceiver();
  world = await startWorld({
    environment: { PLATFORM_MANAGED_AUTH: "{}" },
    writeToolkits: () => writeWatchedToolkit("googlecalendar", calendar.url),
  });
  await world.platform.webhookSubscriptions.createWebhookSubscription({
    body: { webhook_url: receiver.url, enabled_events: ["platform.trigger.message"] },
  });
  const authConfigId = await makeAuthConfig(world.platform, "googlecalendar", {});
  account = await openWatchedAccount(world.platform, world.serving.platform, {
    authConfigId,
    token: "good-token",
  });
  endHurry = hurryPolls(world);
});
beforeEach(() => {
  calendar.mode = "works";
  calendar.beforeAnswer = () => Promise.resolve();
  calendar.changes.length = 0;
  receiver.received.length = 0;
});
afterEach(async () => {
  const { triggerInstances } = world.platform;
  calendar.mode = "works";
  const { items } = await triggerInstances.listActiveTriggers({ show_disabled: true });
  await Promise.all(items.map(({ id }) => triggerInstances.deleteTrigger({ id })));
  const isAlive = ({ expiresAt }: { readonly expiresAt: number }) => expiresAt > Date.now();
  await expect.poll(() => [...calendar.channels.values()].filter(isAlive).length).toBe(0);
  calendar.channels.clear();
});
afterAll(async () => {
  await endHurry();
  await world.close();
  await receiver.close();
  await calendar.close();
});

/** Every test has a calendar of its own, so that no two have the same instance. */
async function upsert(calendarId: string): Promise<string> {
  const answer = await world.platform.triggerInstances.upsertTrigger({
    slug,
    body: {
      connected_account_id: account,
      trigger_config: { calendar_id: calendarId, interval },
    },
  });
  return readUpserted(answer).trigger_id;
}

const find = async (id: string) =>
  (await world.platform.triggerInstances.listActiveTriggers({ trigger_ids: [id] })).items[0];

/** Milliseconds between the last poll and the next one. */
async function readInterval(id: string): Promise<number> {
  const { state } = (await find(id)) ?? {};
  return Date.parse(state?.next_poll_at ?? "") - Date.parse(state?.last_polled_at ?? "");
}

/** Sets up an instance, and waits for its channel and for the poll that follows. */
async function watch(calendarId: string): Promise<string> {
  const id = await upsert(calendarId);
  await expect.poll(() => readInterval(id)).toBe(watchedMs);
  return id;
}

const readFired = (): readonly unknown[] =>
  receiver.received.map(({ body }) => JSON.parse(body).data.id);

/** Reads rows as the owner of the tables. */
async function read<Row>(query: RawBuilder<Row>): Promise<readonly Row[]> {
  return await world.serving.platform.database.unscoped.transaction().execute(async (trx) => {
    await sql`set local role none`.execute(trx);
    return (await query.execute(trx)).rows;
  });
}

/** Lets the waiting jobs of a kind run now. */
async function runJobs(kind: string): Promise<void> {
  await world.asOwner(
    sql`update jobs set next_at = now() - interval '1 second' where kind = ${kind} and state = 'waiting'`,
  );
  await world.asOwner(sql`notify jobs`);
}

/** Lets the waiting registrations run now, each time before it reads. */
const registerAnd =
  <Result>(read: () => Result) =>
  async (): Promise<Result> => {
    await runJobs("trigger.register");
    return read();
  };

test("fifty upserts at once open one channel, and a message brings an event long before its poll", async () => {
  await Promise.all(Array.from({ length: 50 }, () => upsert("one")));
  const id = await watch("one");
  expect([...calendar.channels.keys()]).toHaveLength(1);
  expect(calendar.opened).toHaveLength(1);
  const [opened] = calendar.opened;
  expect(JSON.parse((await find(id))?.trigger_data ?? "{}")).toEqual({
    id: opened?.id,
    resource: "o3hgv1538sdjfh",
  });
  // The first message of a channel says nothing: no list is read for it.
  const { lists } = calendar;
  expect(await calendar.notify({ "x-goog-resource-state": "sync" })).toEqual([200]);
  calendar.add("a", "b");
  expect(await calendar.notify()).toEqual([200]);
  await receiver.waitFor(2);
  expect(calendar.lists).toBe(lists + 1);
  calendar.add("c");
  expect(await calendar.notify()).toEqual([200]);
  await receiver.waitFor(3);
  expect(readFired().toSorted()).toEqual(["a", "b", "c"]);
  // Off: the channel goes. On: there is another.
  const { triggerInstances } = world.platform;
  await triggerInstances.setTriggerStatus({ id, body: { status: "disable" } });
  await expect.poll(() => calendar.channels.size).toBe(0);
  await triggerInstances.setTriggerStatus({ id, body: { status: "enable" } });
  await expect.poll(() => calendar.channels.size).toBe(1);
  // Neither the address nor the token is in a log.
  const { logs } = await world.platform.logs.listToolExecutionLogs({ body: {} });
  const text = JSON.stringify([logs, world.log]);
  expect(text).toContain("GOOGLECALENDAR_WATCH_EVENTS");
  for (const { address, token } of calendar.opened) {
    expect(text).not.toContain(token);
    expect(text).not.toContain(String(address).split("/").at(-1));
  }
});

test("a wrong or missing token is refused, and reads nothing", async () => {
  await watch("two");
  const { lists } = calendar;
  calendar.add("hidden");
  expect(await calendar.notify({ "x-goog-channel-token": "another" })).toEqual([401]);
  expect(await calendar.notify({ "x-goog-channel-token": "" })).toEqual([401]);
  const [channel] = calendar.channels.values();
  const refused = await fetch(channel?.address ?? "", { method: "POST" });
  expect(refused.status).toBe(401);
  expect(await refused.text()).not.toContain("token");
  const other = (channel?.address ?? "").replace("googlecalendar", "github");
  expect((await fetch(other, { method: "POST" })).status).toBe(404);
  // A notification makes a poll due before it is answered.
  const due = sql`select id from jobs where kind = 'trigger.poll' and next_at < now() + interval '10 seconds'`;
  expect(await read(due)).toEqual([]);
  expect([calendar.lists, receiver.received]).toEqual([lists, []]);
});

test("polling continues at a longer interval, and at its own when a poll fails", async () => {
  const id = await watch("three");
  calendar.mode = "fails";
  await calendar.notify();
  await expect.poll(() => readInterval(id)).toBe(interval * 1000);
  calendar.mode = "works";
  await runJobs("trigger.poll");
  await expect.poll(() => readInterval(id)).toBe(watchedMs);
});

test("a message that comes while the list is read brings another poll", async () => {
  await watch("four");
  let isRead = false;
  calendar.beforeAnswer = async () => {
    if (!isRead) {
      isRead = true;
      // The list was read without it.
      calendar.add("late");
      expect(await calendar.notify()).toEqual([200]);
    }
  };
  await calendar.notify();
  await receiver.waitFor(1);
  expect(readFired()).toEqual(["late"]);
});

test("a channel is replaced a day before it expires, the new one first", async () => {
  const id = await watch("five");
  const [first] = calendar.channels.values();
  const [planned] = await read<{ readonly hours: number; readonly isPlanned: boolean }>(
    sql`select extract(epoch from t.registration_expires_at - t.hook_renew_at)::float8 / 3600 as hours,
      abs(extract(epoch from j.next_at - t.hook_renew_at)) < 1 as "isPlanned"
      from trigger_instances t join jobs j on j.unique_key = t.id and j.kind = 'trigger.register' where t.id = ${id}`,
  );
  expect(planned?.isPlanned).toBe(true);
  expect(planned?.hours).toBeGreaterThan(23.9);
  expect(planned?.hours).toBeLessThan(28.9);
  // mailboxes.long.test.ts waits for the time.
  await world.asOwner(
    sql`update trigger_instances set hook_renew_at = now() - interval '1 second' where id = ${id}`,
  );
  await runJobs("trigger.register");
  await expect.poll(() => calendar.changes.length).toBe(3);
  const [second] = calendar.channels.values();
  expect(calendar.changes).toEqual([
    `watch ${first?.id}`,
    `watch ${second?.id}`,
    `stop ${first?.id}`,
  ]);
  expect([second?.address, second?.token]).toEqual([first?.address, first?.token]);
  calendar.add("after");
  expect(await calendar.notify()).toEqual([200]);
  await receiver.waitFor(1);
  expect(readFired()).toEqual(["after"]);
});

test("an application that refuses leaves the instance polled at its interval, and the log says so", async () => {
  calendar.mode = "refuses";
  world.log.length = 0;
  const id = await upsert("six");
  const readLog = () => world.log.filter((line) => line.includes("HookRefusedError"));
  await expect.poll(readLog).not.toEqual([]);
  expect(JSON.parse(readLog()[0] ?? "{}")).toMatchObject({
    msg: "job failed",
    kind: "trigger.register",
    err: {
      message: expect.stringMatching(
        /refused to register the hook\. Its answer is in the log log_/,
      ),
    },
  });
  // The poll and the registration do not wait for each other.
  await expect.poll(() => readInterval(id)).toBe(interval * 1000);
  calendar.add("found");
  await runJobs("trigger.poll");
  await receiver.waitFor(1);
  expect(await readInterval(id)).toBe(interval * 1000);
  expect(calendar.channels.size).toBe(0);
  // The last attempt: the instance stays, and the next attempt is tomorrow. An attempt that is running would write over the number.
  const skipAttempts = async () => {
    await world.asOwner(sql`update jobs set attempt = 8, next_at = now() - interval '1 second'
      where kind = 'trigger.register' and state = 'waiting' and attempt between 1 and 7`);
    await world.asOwner(sql`notify jobs`);
    return await read(sql`select attempt, round(extract(epoch from next_at - now()) / 3600)::integer as hours
      from jobs where kind = 'trigger.register'`);
  };
  await expect.poll(skipAttempts).toEqual([{ attempt: 0, hours: 24 }]);
  expect((await find(id))?.disabled_at).toBeNull();
  calendar.mode = "works";
  await runJobs("trigger.register");
  await expect.poll(() => calendar.channels.size).toBe(1);
});

test("a channel whose answer was lost is stopped when there is another", async () => {
  calendar.mode = "loses";
  const id = await upsert("seven");
  await expect.poll(() => calendar.changes.length).toBe(1);
  const [lost] = calendar.channels.keys();
  calendar.mode = "works";
  // The attempt that failed may still be noted, and plan the next one.
  await expect.poll(registerAnd(() => calendar.changes.length)).toBe(3);
  const [kept] = calendar.channels.keys();
  expect(calendar.changes).toEqual([`watch ${lost}`, `watch ${kept}`, `stop ${lost}`]);
  // A renewal whose answer is lost: its id is known, and the rest is that of the channel before.
  calendar.mode = "loses";
  await world.asOwner(
    sql`update trigger_instances set hook_renew_at = now() - interval '1 second' where id = ${id}`,
  );
  await runJobs("trigger.register");
  await expect.poll(() => calendar.changes.length).toBeGreaterThanOrEqual(4);
  const again = calendar.changes[3]?.replace("watch ", "");
  calendar.mode = "works";
  const readStopped = () => calendar.changes.slice(3).filter((each) => each.startsWith("stop"));
  await expect
    .poll(registerAnd(readStopped))
    .toEqual(expect.arrayContaining([`stop ${again}`, `stop ${kept}`]));
  expect(calendar.channels.size).toBe(1);
});
