import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { catchRefusal, type Storage } from "../../e2e/world.ts";
import { makeAuthConfig } from "../support/watched-project.ts";
import { describePush, makeGoogleKey } from "./google-tokens.ts";
import {
  customersApp,
  type MailboxWorld,
  makeWatchingConfig,
  operatorsApp,
  pollMs,
  startMailboxWorld,
} from "./mailbox-world.ts";
import type { PushChanges } from "./watched-mailboxes.ts";

/**
 * Watches of mailboxes, with the tokens of Pub/Sub. Each test has a mailbox of its own.
 *
 * @param extent `promises`: the few tests that every run has, because most of them wait for seconds
 */
export function testMailboxes(storage: Storage, extent: "promises" | "all"): void {
  const testAtLength = test.skipIf(extent === "promises");
  let at: MailboxWorld;
  let watching: string;

  beforeAll(async () => {
    at = await startMailboxWorld(storage);
    watching = await makeWatchingConfig(at.world.platform);
  });
  beforeEach(() => {
    at.receiver.received.length = 0;
    at.world.log.length = 0;
    at.google.changes.length = 0;
    at.google.lists.length = 0;
    at.google.subscriptions.length = 0;
    Object.assign(at.google, { mode: "works", keyStatus: 200, lifeSeconds: 604_800 });
    at.google.beforeStop = () => Promise.resolve();
  });
  afterAll(async () => {
    await at.close();
    vi.restoreAllMocks();
  });

  /** A watched instance of the first project, whose customer entered its address at Google. */
  async function watch(name: string, config: object = {}): Promise<string> {
    const { id, url = "" } = await at.upsert(await at.connect(name, watching), config);
    at.subscribe(url, customersApp);
    await at.waitForWatch(id);
    return id;
  }

  const readFired = (): readonly unknown[] =>
    at.receiver.received.map(({ body }) => JSON.parse(body).data.id).toSorted();

  const waitForRemovals = () =>
    expect
      .poll(() =>
        at.read(sql`select id from jobs where kind = 'trigger.unregister' and state <> 'dead'
            and next_at < now() + interval '10 seconds'`),
      )
      .toEqual([]);

  /** The polls of this and the next seconds. A notification makes its polls due before it is answered. */
  const readDuePolls = () =>
    at.read(sql`select id from jobs where kind = 'trigger.poll' and state <> 'dead'
      and next_at < now() + interval '10 seconds'`);

  /** The calls of `watch` and `stop` for the mailbox of this name. */
  const readChanges = (name: string): readonly string[] =>
    at.google.changes
      .filter((each) => each.includes(` ${name}@example.com`))
      .map((each) => each.replace(` ${name}@example.com`, ""));

  const remove = (id: string) => at.world.platform.triggerInstances.deleteTrigger({ id });

  test("a poll has the mailbox watched for a week, and a notification brings each message once", async () => {
    const id = await watch("ada");
    expect(readChanges("ada")).toEqual([`watch ${customersApp.topic}`]);
    const instance = await at.find(id);
    expect(instance.data).toMatchObject({ owner: "ada@example.com" });
    at.google.add("ada@example.com", "m1", "m2");
    // Pub/Sub delivers a message at least once.
    const statuses = await Promise.all([1, 2, 3].map(() => at.google.publish("ada@example.com")));
    expect(statuses).toEqual([[200], [200], [200]]);
    await at.receiver.waitFor(2);
    at.google.add("ada@example.com", "m3");
    await at.google.publish("ada@example.com");
    await at.receiver.waitFor(3);
    expect(readFired()).toEqual(["m1", "m2", "m3"]);
    const [times] = await at.read<{ days: number; hours: number }>(
      sql`select extract(epoch from registration_expires_at - now())::float8 / 86400 as days,
        extract(epoch from hook_renew_at - now())::float8 / 3600 as hours
        from trigger_instances where id = ${id}`,
    );
    expect(times?.days).toBeCloseTo(7, 1);
    expect(times?.hours).toBeGreaterThan(19);
    expect(times?.hours).toBeLessThanOrEqual(24);
    // Neither the tokens nor the topic are in the logs, which a project can read of the operator's app too.
    const { logs } = await at.world.platform.logs.listToolExecutionLogs({ body: {} });
    const text = JSON.stringify([logs, at.world.log]);
    expect(text).toContain("GMAIL_WATCH_MAILBOX");
    expect(text).not.toContain(customersApp.topic);
    expect(text).not.toContain("eyJhbGciOi");
    await remove(id);
    await expect.poll(() => readChanges("ada")).toContain("stop");
  });

  testAtLength(
    "a watch is renewed before it expires",
    async () => {
      at.google.lifeSeconds = 6;
      const id = await watch("bea");
      at.google.lifeSeconds = 604_800;
      const renewed = `watch ${customersApp.topic}`;
      await expect.poll(() => readChanges("bea")).toEqual([renewed, renewed]);
      at.google.add("bea@example.com", "after");
      expect(await at.google.publish("bea@example.com")).toEqual([200]);
      await at.receiver.waitFor(1);
      await remove(id);
    },
    120_000,
  );

  testAtLength(
    "only the last instance of a mailbox stops its watch",
    async () => {
      const first = await watch("cleo");
      const second = (await at.upsert(await at.connect("cleo", watching), { q: "is:unread" })).id;
      await at.waitForWatch(second);
      at.google.add("cleo@example.com", "m1");
      expect(await at.google.publish("cleo@example.com")).toEqual([200]);
      await at.receiver.waitFor(2);
      await remove(first);
      await waitForRemovals();
      expect(readChanges("cleo")).not.toContain("stop");
      const { triggerInstances } = at.world.platform;
      await triggerInstances.setTriggerStatus({ id: second, body: { status: "disable" } });
      await expect.poll(() => readChanges("cleo")).toContain("stop");
      expect(at.google.watches.has("cleo@example.com")).toBe(false);
      await triggerInstances.setTriggerStatus({ id: second, body: { status: "enable" } });
      await at.waitForWatch(second);
      expect(at.google.watches.has("cleo@example.com")).toBe(true);
      await remove(second);
    },
    120_000,
  );

  testAtLength(
    "an instance that comes while the watch is stopped gets it back",
    async () => {
      const first = await watch("dora");
      const account = await at.connect("dora", watching);
      let second = "";
      at.google.beforeStop = async () => {
        at.google.beforeStop = () => Promise.resolve();
        second = (await at.upsert(account)).id;
        await at.waitForWatch(second);
      };
      await remove(first);
      await expect.poll(() => readChanges("dora").length).toBe(3);
      expect(at.google.watches.has("dora@example.com")).toBe(false);
      // The other job runs when every claim of that time has ended.
      const waiting = sql<{
        seconds: number;
      }>`select extract(epoch from next_at - now())::float8 as seconds
      from jobs where kind = 'trigger.unregister' and state = 'waiting' order by next_at desc`;
      await expect.poll(async () => (await at.read(waiting))[0]?.seconds).toBeGreaterThan(30);
      await at.runJobs("trigger.unregister");
      await expect.poll(() => at.google.watches.has("dora@example.com")).toBe(true);
      await remove(second);
    },
    120_000,
  );

  test("a token that is wrong, and one for somebody else, are refused and read nothing", async () => {
    await watch("elsa");

    at.google.add("elsa@example.com", "hidden");
    const seconds = Math.floor(Date.now() / 1000);
    const evil = await makeGoogleKey("first");
    const url = at.google.subscriptions[0]?.audience ?? "";
    const forged = await evil.sign(describePush(url, customersApp.serviceAccount));
    const refused: readonly PushChanges[] = [
      { claims: { aud: "https://p.example/other" } },
      { claims: { aud: operatorsApp.audience } },
      { claims: { iss: "https://accounts.example.com" } },
      { claims: { email: operatorsApp.serviceAccount } },
      { claims: { email_verified: false } },
      { claims: { exp: seconds - 120, iat: seconds - 3_720 } },
      { authorization: `Bearer ${forged}` },
      { authorization: "" },
      { authorization: "Bearer eyJhbGciOiJub25lIn0.e30." },
    ];
    for (const changes of refused) {
      expect(await at.google.publish("elsa@example.com", changes), JSON.stringify(changes)).toEqual(
        [401],
      );
    }
    const lists = at.google.lists.filter((each) => each === "elsa@example.com").length;
    expect(await readDuePolls()).toEqual([]);
    expect(at.google.lists.filter((each) => each === "elsa@example.com")).toHaveLength(lists);
    expect(readFired()).toEqual([]);
    // The same notification with the right token.
    expect(await at.google.publish("elsa@example.com")).toEqual([200]);
    await at.receiver.waitFor(1);
  });

  testAtLength(
    "a body that is not a notification changes nothing",
    async () => {
      await watch("fay");
      const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64");
      const subscription = "projects/customer/subscriptions/gmail";
      const lists = () => at.google.lists.filter((each) => each === "fay@example.com").length;
      const before = lists();
      const data = (value: unknown) => ({ message: { data: encode(value) }, subscription });
      const historyId = 1;
      for (const body of [
        {},
        { message: null },
        { message: [] },
        { message: { data: 7 } },
        { message: { data: "" } },
        { message: { data: "%%%" } },
        { message: { data: Buffer.from("not json").toString("base64") } },
        { message: { data: encode("fay@example.com") } },
        data({ historyId }),
        data({ emailAddress: "fay@example.com" }),
        data({ emailAddress: { toString: "fay@example.com" }, historyId }),
        data({ emailAddress: ["fay@example.com"], historyId }),
        data({ emailAddress: "FAY@other.example.com", historyId }),
        data({ emailAddress: "' or true --", historyId }),
        data({ emailAddress: "fay@example.com\u0000", historyId }),
        data(JSON.parse('{"__proto__":{"emailAddress":"fay@example.com","historyId":1}}')),
        { message: { data: Buffer.from("[".repeat(100_000)).toString("base64") } },
        { message: { data: Buffer.from(`[${"{},".repeat(300_000)}{}]`).toString("base64") } },
      ]) {
        const [status] = await at.google.publish("fay@example.com", { body });
        expect(status, JSON.stringify(body).slice(0, 100)).toBe(200);
      }

      expect(await readDuePolls()).toEqual([]);
      expect([lists(), at.receiver.received]).toEqual([before, []]);
    },
    120_000,
  );

  // Keys are requested every 30 seconds at most, so the clocks of the service are set.
  testAtLength(
    "a notification with a new key is taken when it is repeated, also after the keys were away",
    async () => {
      await watch("gwen");
      at.google.keys.push(await makeGoogleKey("second"));
      at.google.keyStatus = 500;
      at.google.add("gwen@example.com", "m1");
      const publish = () => at.google.publish("gwen@example.com");
      setClocksAhead(31_000);
      expect(await publish()).toEqual([503]);
      expect(at.world.log.join("\n")).toContain("keys of a sender cannot be fetched");
      at.google.keyStatus = 200;
      expect(await publish()).toEqual([503]);
      setClocksAhead(62_000);
      expect(await publish()).toEqual([200]);
      await at.receiver.waitFor(1);
      expect(readFired()).toEqual(["m1"]);
    },
    120_000,
  );

  testAtLength(
    "without a topic the mailbox is polled, until the auth config has one",
    async () => {
      const { authConfigs } = at.world.platform;
      const plain = await makeAuthConfig(at.world.platform, "gmail", {});
      const account = await at.connect("hedy", plain);
      const { id, url } = await at.upsert(account);
      expect(url).toBeUndefined();
      await expect.poll(async () => (await at.find(id)).interval).toBe(pollMs.alone);
      expect(
        await at.read(
          sql`select id from jobs where kind = 'trigger.register' and unique_key = ${id}`,
        ),
      ).toEqual([]);
      expect([readChanges("hedy"), at.world.log.filter((line) => line.includes("failed"))]).toEqual(
        [[], []],
      );
      const set = (topic: string) =>
        authConfigs.updateAuthConfig({
          nanoid: plain,
          body: {
            credentials: {
              pubsub_topic: topic,
              pubsub_service_account: customersApp.serviceAccount,
            },
          },
        });
      await set(customersApp.topic);
      expect((await at.upsert(account)).url).toContain("/api/v3/webhook_ingress/gmail/");
      await at.runJobs("trigger.poll");
      await at.waitForWatch(id);
      // Another topic: Gmail takes it after the first watch was stopped.
      await set("projects/customer/topics/other");
      await at.renewNow(id);
      await expect
        .poll(() => readChanges("hedy"))
        .toEqual([`watch ${customersApp.topic}`, "stop", "watch projects/customer/topics/other"]);
      // The topic is taken away again.
      await set("");
      await at.runJobs("trigger.poll");
      await expect.poll(async () => (await at.find(id)).interval).toBe(pollMs.alone);
      await expect.poll(() => at.google.watches.has("hedy@example.com")).toBe(false);
      await remove(id);
    },
    120_000,
  );

  testAtLength(
    "Gmail that refuses the watch leaves the instance polled at its interval",
    async () => {
      at.google.mode = "refuses";
      const { id } = await at.upsert(await at.connect("ines", watching));
      await expect
        .poll(() => at.world.log.filter((line) => line.includes("HookRefusedError")))
        .not.toEqual([]);
      expect(await at.find(id)).toMatchObject({ interval: pollMs.alone, disabledAt: null });
      at.google.mode = "works";
      await at.runJobs("trigger.register");
      await at.waitForWatch(id);
      await remove(id);
    },
    120_000,
  );

  testAtLength(
    "a notification of a customer's app stays in the project of its address",
    async () => {
      const { other } = at.world;
      const id = await watch("judy");
      const theirs = await makeWatchingConfig(other);
      const account = await at.connect("judy", theirs, other);
      const { id: otherId, url = "" } = await at.upsert(account, {}, other);
      await at.waitForWatch(otherId, other);
      const before = [(await at.find(id)).polledAt, (await at.find(otherId, other)).polledAt];
      at.google.add("judy@example.com", "m1");
      expect(await at.google.publish("judy@example.com")).toEqual([200]);
      await at.receiver.waitFor(1);
      await expect.poll(async () => (await at.find(id)).polledAt).not.toBe(before[0]);
      expect((await at.find(otherId, other)).polledAt).toBe(before[1]);
      // A token for the address of one project is refused at that of another.
      at.google.subscriptions.length = 0;
      at.subscribe(url, customersApp);
      const [first] = at.google.subscriptions;
      const mine = (await at.upsert(await at.connect("judy", watching))).url ?? "";
      expect(await at.google.publish("judy@example.com", { claims: { aud: mine } })).toEqual([401]);
      expect(first?.endpoint).not.toBe(mine);
      await other.triggerInstances.deleteTrigger({ id: otherId });
    },
    120_000,
  );

  test("the deployment's own app notifies all projects of a mailbox, and its last instance stops the watch", async () => {
    const { platform, other } = at.world;
    const { baseUrl } = at.world.serving.platform;
    const path = `/api/v3/webhook_ingress/gmail/${operatorsApp.token}`;
    at.subscribe(`${baseUrl}${path}`, operatorsApp);
    const [ours, theirs] = [
      await makeAuthConfig(platform, "gmail", "managed"),
      await makeAuthConfig(other, "gmail", "managed"),
    ];
    const mine = await at.upsert(await at.connect("kate", ours));
    const its = await at.upsert(await at.connect("kate", theirs, other), {}, other);
    const stranger = await at.upsert(await at.connect("lola", theirs, other), {}, other);
    // The operator entered the address.
    expect([mine.url, its.url]).toEqual([undefined, undefined]);
    await at.waitForWatch(mine.id);
    await at.waitForWatch(its.id, other);
    await at.waitForWatch(stranger.id, other);
    const before = await Promise.all([
      at.find(mine.id),
      at.find(its.id, other),
      at.find(stranger.id, other),
    ]);
    at.google.add("kate@example.com", "m1");
    // The audience is the operator's, and not the address.
    expect(await at.google.publish("kate@example.com")).toEqual([401]);
    const claims = { aud: operatorsApp.audience };
    expect(await at.google.publish("kate@example.com", { claims })).toEqual([200]);
    await at.receiver.waitFor(1);
    await expect
      .poll(async () => (await at.find(its.id, other)).polledAt)
      .not.toBe(before[1]?.polledAt);
    expect((await at.find(stranger.id, other)).polledAt).toBe(before[2]?.polledAt);
    const nul = Buffer.from('{"emailAddress":"a\\u0000","historyId":1}').toString("base64");
    const body = { message: { data: nul } };
    expect(await at.google.publish("kate@example.com", { claims, body })).toEqual([200]);
    // The log of a project does not have the operator's topic.
    const { logs } = await platform.logs.listToolExecutionLogs({ body: {} });
    expect(JSON.stringify(logs)).not.toContain(operatorsApp.topic);
    at.google.changes.length = 0;
    await remove(mine.id);
    await waitForRemovals();
    expect(readChanges("kate")).toEqual([]);
    await other.triggerInstances.deleteTrigger({ id: its.id });
    await expect.poll(() => readChanges("kate")).toEqual(["stop"]);
    expect(at.google.watches.has("lola@example.com")).toBe(true);
  });

  testAtLength(
    "a webhook type has its events pushed with tokens, and its last instance ends that",
    async () => {
      const { platform } = at.world;
      const connectTo = async (credentials: Readonly<Record<string, string>>) => {
        const { auth_config } = await platform.authConfigs.createAuthConfig({
          body: {
            toolkit: { slug: "chat" },
            auth_config: { type: "use_custom_auth", authScheme: "BEARER_TOKEN", credentials },
          },
        });
        const state = {
          authScheme: "BEARER_TOKEN",
          val: { status: "ACTIVE", token: "token-of-mia" },
        } as const;
        const account = await platform.connectedAccounts.createConnectedAccount({
          body: { auth_config: { id: auth_config.id }, connection: { user_id: "mia", state } },
        });
        return { connected_account_id: account.id };
      };
      const slug = "CHAT_MESSAGE_POSTED";
      const incomplete = platform.triggerInstances.upsertTrigger({
        slug,
        body: await connectTo({ topic: customersApp.topic }),
      });
      expect(await catchRefusal(incomplete)).toBe("422 Trigger_ConfigInvalid");
      const { topic, serviceAccount } = customersApp;
      const body = await connectTo({ topic, sender: serviceAccount });
      const made = await platform.triggerInstances.upsertTrigger({ slug, body });
      // The hook was registered before the answer.
      expect(readChanges("mia")).toEqual([`watch ${topic}`]);
      at.subscribe(made?.webhook?.url ?? "", customersApp);
      const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
      const push = (id: string, text: unknown, emailAddress = "mia@example.com") =>
        at.google.publish("mia@example.com", {
          body: { message: { messageId: id, data: encode({ emailAddress, text }) } },
        });
      // Pub/Sub delivers a message at least once.
      expect([await push("1", "Hello"), await push("1", "Hello")]).toEqual([[200], [200]]);
      expect(await push("2", "For Noa", "noa@example.com")).toEqual([200]);
      expect(await push("3", 7)).toEqual([400]);
      expect(await push("3", "Bye")).toEqual([200]);
      await at.receiver.waitFor(2);
      const texts = at.receiver.received.map((each) => JSON.parse(each.body).data.text);
      expect(texts.toSorted()).toEqual(["Bye", "Hello"]);
      await remove(made?.trigger_id ?? "");
      await expect.poll(() => readChanges("mia")).toEqual([`watch ${topic}`, "stop"]);
    },
    120_000,
  );
}

const clocks = [performance, Date].map((clock) => ({ clock, read: clock.now.bind(clock) }));

/** Lets this process, which is also the service, believe that it is so much later. */
function setClocksAhead(milliseconds: number): void {
  for (const { clock, read } of clocks) {
    vi.spyOn(clock, "now").mockImplementation(() => read() + milliseconds);
  }
}
