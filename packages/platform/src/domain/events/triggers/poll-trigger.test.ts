import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { createRandom } from "../../../../../../test/support/samples.ts";
import { connectStripe } from "../../../testing/connect-stripe.ts";
import { useDomainFixture } from "../../../testing/domain-fixture.ts";
import { testDatabases } from "../../../testing/test-database.ts";
import { testTriggerType } from "../../../testing/test-trigger-type.ts";
import {
  pollKind,
  registerHookKind,
} from "../../accounts/connected-accounts/changing/account-triggers.ts";
import { changeAccount } from "../../accounts/connected-accounts/changing/change-account.ts";
import { lockAccount } from "../../accounts/connected-accounts/open-account.ts";
import { setConnectedAccountStatus } from "../../accounts/connected-accounts/set-connected-account-status.ts";
import type { Platform, Scope } from "../../scope.ts";
import { placeEvent } from "../../webhooks/deliveries/event-place.ts";
import { createWebhookSubscription } from "../../webhooks/webhook-subscriptions/create-webhook-subscription.ts";
import { keepWatch } from "../ingress/hooks/keep-watch.ts";
import { hastenPolls } from "./hasten-polls.ts";
import { pollTrigger } from "./poll-trigger.ts";
import type { PolledItem, PollResult } from "./poll-types.ts";
import { setTriggerStatus } from "./set-trigger-status.ts";
import { upsertTrigger } from "./upsert-trigger.ts";

const type = await testTriggerType("stripe");
const minute = 60_000;

describe.each(testDatabases())("on $name", ({ open }) => {
  const fixture = useDomainFixture(open);

  /** An instance in a project of its own, whose subscription wants all events. */
  const listen = async () => {
    const project = await fixture.createOtherProject();
    const run = <T>(work: (scope: Scope) => Promise<T>): Promise<T> => fixture.run(work, project);
    await run((scope) =>
      createWebhookSubscription(scope, {
        webhook_url: "https://app.example.com/",
        enabled_events: ["platform.trigger.message", "platform.trigger.disabled"],
        version: "V3",
        signature_key: "decoded",
      }),
    );
    const account = (await run((scope) => connectStripe(scope, "ada"))).id;
    const wanted = { type, account, config: { list: "a", interval: 60 }, toolkitVersion: null };
    const { row } = await run((scope) => upsertTrigger(scope, wanted));
    const poll = async (
      result: PollResult | readonly PolledItem[],
      finish = () => Promise.resolve(),
      reading = () => Promise.resolve(),
      platform = fixture.platform,
    ): Promise<void> => {
      const answered: PollResult =
        "kind" in result
          ? result
          : {
              kind: "items",
              items: result,
              isCut: false,
              isWatched: false,
              logId: "log_000000000000",
            };
      await pollTrigger(
        platform,
        { pollApplication: () => reading().then(() => answered), keepWatch },
        { projectId: project, id: row.id },
        { signal: new AbortController().signal, finish },
      );
    };
    const listEvents = (): Promise<{ type: string; data: Record<string, unknown> }[]> =>
      run(async ({ trx, platform }) => {
        const rows = await trx.selectFrom("webhook_events").selectAll().orderBy("id").execute();
        const opened = [];
        for (const { id, body } of rows) {
          const text = await platform.secrets.open(trx, placeEvent(project, id), body);
          opened.push(JSON.parse(String(text)));
        }
        return opened;
      });
    return {
      run,
      account,
      id: row.id,
      poll,
      events: listEvents,
      titles: async () => (await listEvents()).map(({ data }) => data.title).toSorted(),
      read: () =>
        run(({ trx }) =>
          trx
            .selectFrom("trigger_instances")
            .selectAll()
            .where("id", "=", row.id)
            .executeTakeFirstOrThrow(),
        ),
      countPolls: () =>
        run(async ({ trx }) => {
          const jobs = await trx
            .selectFrom("jobs")
            .select(["next_at"])
            .where("kind", "=", pollKind)
            .execute();
          return jobs.length;
        }),
    };
  };

  const began = Date.now();
  const item = (title: string, minutes: number): PolledItem => ({
    identity: title,
    time: new Date(began + minutes * minute),
    data: { title },
  });

  test("an item that makes an event over 1 MiB is left out and reported once, and the others fire", async () => {
    const { poll, titles } = await listen();
    await poll([item("old", -5)]);
    const refused: string[] = [];
    const platform: Platform = {
      ...fixture.platform,
      onRefusedEvent: ({ type: each }) => void refused.push(each),
    };
    const pollWithReport = (items: readonly PolledItem[]) =>
      poll(items, undefined, undefined, platform);
    // Its text has fewer characters than the limit has bytes.
    const large = { ...item("large", -3), data: { title: "é".repeat(600_000) } };
    await pollWithReport([item("a", -4), large, item("b", -2)]);
    expect(await titles()).toEqual(["a", "b"]);
    await pollWithReport([item("a", -4), large, item("b", -2)]);
    expect(refused).toEqual(["platform.trigger.message"]);
  });

  test("the first poll fires nothing, and the next ones fire each new item once, late ones too", async () => {
    const { poll, titles, read, countPolls } = await listen();
    await poll([item("old", -5), item("older", -10)]);
    expect(await titles()).toEqual([]);
    expect((await read()).watermark).toEqual(item("old", -5).time);
    const [a, b, same] = [item("a", -3), item("b", -4), item("same", -3)];
    await poll([a, item("old", -5), a, b, same]);
    expect(await titles()).toEqual(["a", "b", "same"]);
    await poll([b, item("late", -60), a, item("older", -10)]);
    await poll([item("too old", -25 * 60), item("late", -60), item("to come", 600)]);
    await poll([item("after", -1), item("to come", 600)]);
    expect(await titles()).toEqual(["a", "after", "b", "late", "same", "to come"]);
    expect(await countPolls()).toBe(1);
    const row = await read();
    expect((row.next_poll_at?.getTime() ?? 0) - (row.last_polled_at?.getTime() ?? 0)).toBe(minute);
  });

  /** Seconds from the last poll until the jobs of a kind are due. */
  const readDue = async ({ run }: Pick<Awaited<ReturnType<typeof listen>>, "run">, kind: string) =>
    await run(async ({ trx }) => {
      const jobs = await trx
        .selectFrom("jobs as j")
        .innerJoin("trigger_instances as t", "t.id", "j.unique_key")
        .select(sql<number>`extract(epoch from j.next_at - t.last_polled_at)::float8`.as("seconds"))
        .where("j.kind", "=", kind)
        .execute();
      return jobs.map(({ seconds }) => Math.round(seconds));
    });

  test("a notification makes the next poll due at once, unless polls fail", async () => {
    const listened = await listen();
    const { poll, run, id } = listened;
    await poll([item("old", -5)]);
    expect(await readDue(listened, pollKind)).toEqual([60]);
    await run((scope) => hastenPolls(scope, [id]));
    // Not before two seconds after the last poll, which may be over.
    expect(await readDue(listened, pollKind)).not.toEqual([60]);
    const { rows } = await run(({ trx }) =>
      sql`select j.next_at <= greatest(now(), t.last_polled_at + interval '2 seconds') as "isDue",
        j.next_at >= t.last_polled_at + interval '2 seconds' as "isLater"
        from jobs j join trigger_instances t on t.id = j.unique_key where j.kind = ${pollKind}`.execute(
        trx,
      ),
    );
    expect(rows).toEqual([{ isDue: true, isLater: true }]);
    await poll({ kind: "failed", retryAfterSeconds: 300 });
    await run((scope) => hastenPolls(scope, [id]));
    expect(await readDue(listened, pollKind)).toEqual([300]);
  });

  test("a notification during a poll is followed by another poll", async () => {
    const listened = await listen();
    const { poll, run, id, titles } = listened;
    await poll([item("old", -5)]);
    await poll([item("a", -4)], undefined, () => run((scope) => hastenPolls(scope, [id])));
    expect(await readDue(listened, pollKind)).toEqual([2]);
    await poll([item("a", -4), item("b", -3)]);
    expect(await readDue(listened, pollKind)).toEqual([60]);
    expect(await titles()).toEqual(["a", "b"]);
  });

  test("a watched instance gets a registration once, and is polled less often while its watch lasts", async () => {
    const listened = await listen();
    const { poll, run } = listened;
    const watched = {
      kind: "items",
      items: [],
      isCut: false,
      isWatched: true,
      logId: "log_000000000000",
    } as const;
    await poll(watched);
    await poll(watched);
    expect(await readDue(listened, registerHookKind)).toHaveLength(1);
    const endIn = (minutes: number) =>
      run(({ trx }) =>
        sql`update trigger_instances set registration_expires_at = now() + make_interval(mins => ${minutes})`.execute(
          trx,
        ),
      );
    await endIn(5);
    await poll(watched);
    expect(await readDue(listened, pollKind)).toEqual([240]);
    await endIn(-5);
    await poll(watched);
    expect(await readDue(listened, pollKind)).toEqual([60]);
  });

  test("a poll that is stored while its instance is upserted waits for it", async () => {
    const { poll, account, run, titles } = await listen();
    await poll([item("old", -5)]);
    const isStoring = Promise.withResolvers<void>();
    const isLocked = Promise.withResolvers<void>();
    let upserts = 0;
    const upserting = run(async (scope) => {
      await lockAccount(scope, account);
      upserts += 1;
      isLocked.resolve();
      // The poll gets as far as it can. On a slow machine it may only come later, and then waits for nothing.
      await Promise.race([isStoring.promise, sleep(300)]);
      const wanted = { type, account, config: { list: "a", interval: 90 }, toolkitVersion: null };
      await upsertTrigger(scope, wanted);
    });
    await isLocked.promise;
    let attempts = 0;
    const storing = poll([item("new", -1), item("old", -5)], async () => {
      attempts += 1;
      isStoring.resolve();
    });
    await Promise.all([upserting, storing]);
    // A transaction that ended in a deadlock would have been tried again.
    expect([upserts, attempts, await titles()]).toEqual([1, 1, ["new"]]);
  });

  test("items without a time fire once, too", async () => {
    const { poll, titles } = await listen();
    const untimed = (title: string): PolledItem => ({ ...item(title, 0), time: null });
    await poll([untimed("old")]);
    await poll([untimed("a"), untimed("old")]);
    await poll([untimed("old"), untimed("b"), untimed("a")]);
    expect(await titles()).toEqual(["a", "b"]);
  });

  test("a poll that lost its job stores nothing, and of polls at once each item fires once", async () => {
    const { poll, titles, read } = await listen();
    await poll([]);
    const before = await read();
    const failLost = () => Promise.reject(new Error("lost"));
    await expect(poll([item("a", 1)], failLost)).rejects.toThrow("lost");
    expect(await titles()).toEqual([]);
    expect(await read()).toEqual(before);
    const items = [item("a", 1), item("b", 1), item("c", 2)];
    await Promise.all([poll(items), poll(items.toReversed()), poll(items.slice(1))]);
    expect(await titles()).toEqual(["a", "b", "c"]);
  });

  test("each new item fires exactly once, with any order, repetitions and lost polls", async () => {
    const { poll, titles } = await listen();
    const all = Array.from({ length: 60 }, (_, index) => item(`n${index}`, -((index * 37) % 600)));
    await poll([item("before", -700)]);
    const random = createRandom();
    const drawBelow = (below: number): number => Math.floor(random() * below);
    const shown: PolledItem[] = [];
    while (shown.length < all.length) {
      const left = all.filter((each) => !shown.includes(each));
      shown.push(...Array.from({ length: 3 }, () => left[drawBelow(left.length)] ?? item("n0", 0)));
      const list = Array.from(
        { length: 20 },
        () => shown[drawBelow(shown.length)] ?? item("n0", 0),
      );
      const failLost = () => Promise.reject(new Error("killed"));
      await poll([...list, ...shown.slice(-3)], drawBelow(3) === 0 ? failLost : undefined).catch(
        () => {},
      );
    }
    await poll(all);
    expect(await titles()).toEqual(all.map(({ data }) => data.title).toSorted());
  });

  test("a lost account disables the instance with an event, and the instance continues when the account is back", async () => {
    const { account, countPolls, events, id, poll, read, run, titles } = await listen();
    await poll([item("old", -5)]);
    await run(async (scope) => {
      const locked = await lockAccount(scope, account);
      await changeAccount(scope, locked, { type: "refresh_refused", reason: "Refused." });
    });
    expect(await read()).toMatchObject({ disabled_reason: "connection_expired" });
    expect(await countPolls()).toBe(0);
    const [event, ...more] = await events();
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      type: "platform.trigger.disabled",
      data: { id, connected_account_id: account, disabled_reason: "connection_expired" },
    });
    await poll([item("unseen", -1)]);
    expect(await titles()).toEqual([undefined]);
    await run(async (scope) => {
      const locked = await lockAccount(scope, account);
      await changeAccount(scope, locked, {
        type: "refresh_succeeded",
        tokens: { access_token: "t" },
      });
    });
    expect(await read()).toMatchObject({ disabled_at: null, disabled_reason: null });
    expect(await countPolls()).toBe(1);
    await poll([item("old", -5), item("meanwhile", -1)]);
    expect(await titles()).toEqual(["meanwhile", undefined]);
  });

  test("an account that a person switches off disables the instance with that reason", async () => {
    const { account, events, id, read, run } = await listen();
    await run((scope) => setConnectedAccountStatus(scope, account, false));
    expect(await read()).toMatchObject({ disabled_reason: "account_disabled" });
    expect(await events()).toMatchObject([
      { type: "platform.trigger.disabled", data: { id, disabled_reason: "account_disabled" } },
    ]);
    await run((scope) => setConnectedAccountStatus(scope, account, true));
    expect(await read()).toMatchObject({ disabled_at: null, disabled_reason: null });
  });

  test("an instance that its owner switched off stays off when the account comes back", async () => {
    const { account, id, poll, read, run, titles } = await listen();
    await poll([]);
    await run((scope) => setTriggerStatus(scope, id, "disable"));
    await run((scope) => setConnectedAccountStatus(scope, account, false));
    await run((scope) => setConnectedAccountStatus(scope, account, true));
    expect(await read()).toMatchObject({ disabled_at: expect.any(Date), disabled_reason: null });
    await run((scope) => setTriggerStatus(scope, id, "enable"));
    await poll([item("meanwhile", -1)]);
    expect(await titles()).toEqual([]);
    await poll([item("meanwhile", -1), item("new", 0)]);
    expect(await titles()).toEqual(["new"]);
  });

  test("ten failures in a row disable the instance, and a success between them starts the count again", async () => {
    const { events, poll, read } = await listen();
    const failed: PollResult = { kind: "failed", retryAfterSeconds: 300 };
    for (let time = 0; time < 9; time += 1) {
      await poll(failed);
    }
    await poll([]);
    expect(await read()).toMatchObject({ poll_failures: 0, disabled_at: null });
    await poll(failed);
    const row = await read();
    expect((row.next_poll_at?.getTime() ?? 0) - (row.last_polled_at?.getTime() ?? 0)).toBe(300_000);
    for (let time = 1; time < 10; time += 1) {
      await poll(failed);
    }
    expect(await read()).toMatchObject({ disabled_reason: "poll_failed" });
    expect(await events()).toMatchObject([{ data: { disabled_reason: "poll_failed" } }]);
  });
});
