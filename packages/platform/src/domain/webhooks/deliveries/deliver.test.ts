import { sql } from "kysely";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { enqueue } from "../../../base/jobs/enqueue.ts";
import { RetryLaterError } from "../../../base/jobs/job-types.ts";
import { claimAsWorker } from "../../../testing/claim-as-worker.ts";
import { useDomainFixture } from "../../../testing/domain-fixture.ts";
import { testDatabases } from "../../../testing/test-database.ts";
import { purge } from "../../removal/purge.ts";
import { createWebhookSubscription } from "../webhook-subscriptions/create-webhook-subscription.ts";
import { deleteWebhookSubscription } from "../webhook-subscriptions/delete-webhook-subscription.ts";
import { deliverKind } from "../webhook-subscriptions/deliver-kind.ts";
import { getWebhookSubscription } from "../webhook-subscriptions/read-webhook-subscriptions.ts";
import { rotateWebhookSecret } from "../webhook-subscriptions/rotate-webhook-secret.ts";
import { updateWebhookSubscription } from "../webhook-subscriptions/update-webhook-subscription.ts";
import { createDeliver, type SendWebhook } from "./deliver.ts";
import { emitEvent } from "./emit-event.ts";
import { buildTriggerMessageBody } from "./event-bodies.ts";
import type { WebhookMessage } from "./open-delivery.ts";
import { listDeliveries } from "./read-deliveries.ts";
import { replayEvents } from "./replay-events.ts";

const type = "platform.trigger.message";
const hour = 60 * 60 * 1000;
const schedule = [5_000, 300_000, 1_800_000, ...[2, 5, 10, 14, 20, 24].map((each) => each * hour)];

describe.each(testDatabases())("on $name", ({ open }) => {
  const fixture = useDomainFixture(open);
  const { run } = fixture;
  let id: string;

  const emit = (data: Readonly<Record<string, unknown>> = { title: "x" }): Promise<void> =>
    run((scope) =>
      emitEvent(scope, {
        type,
        userId: "ada",
        body: (frame, version) =>
          buildTriggerMessageBody(
            frame,
            {
              logId: "log_000000000000",
              slug: "ACME_THING_ADDED",
              trigger: { id: "ti_000000000000", uuid: crypto.randomUUID() },
              account: {
                id: "ca_000000000000",
                uuid: crypto.randomUUID(),
                authConfigId: "ac_000000000000",
              },
              userId: "ada",
              data,
            },
            version,
          ),
      }),
    );
  const list = async () =>
    (await run((scope) => listDeliveries(scope, id, { limit: 20 }, page))).items;
  const page = { page: 1, limit: 20 };
  const sent: WebhookMessage[] = [];
  const answerWith =
    (statusCode: number, retryAfterMs?: number): SendWebhook =>
    async (message) => {
      sent.push(message);
      const error = statusCode < 300 ? null : "The receiver failed.";
      const asked = retryAfterMs === undefined ? {} : { retryAfterMs };
      return { statusCode, latencyMs: 1, error, responseBody: "", ...asked };
    };
  const worker = crypto.randomUUID();
  /** Makes an attempt with a job for it, as a worker does. */
  const deliver = async (delivery: string, send: SendWebhook): Promise<void> => {
    await run(async ({ trx, projectId }) => {
      const rows = trx
        .selectFrom("webhook_deliveries")
        .select("event_at")
        .where("id", "=", delivery);
      const { event_at: at } = await rows.executeTakeFirstOrThrow();
      const payload = { id: delivery, at };
      await sql`delete from jobs where payload ->> 'id' = ${delivery}`.execute(trx);
      await enqueue(trx, { projectId, kind: deliverKind, payload });
    });
    const claimed = await claimAsWorker(fixture.platform.database, deliverKind, 100, { worker });
    const lease = claimed.find(({ payload }) => payload.id === delivery);
    if (lease === undefined) {
      throw new Error("The job was not claimed.");
    }
    const { signal } = new AbortController();
    const finishWith = async (settle: () => Promise<boolean>) => expect(await settle()).toBe(true);
    const attempt = createDeliver(fixture.platform, send);
    await attempt({ lease, finish: async () => {}, finishWith, signal });
  };
  /** Makes one attempt. Returns the time of the next one. */
  const attempt = async (
    delivery: string,
    statusCode = 500,
    retryAfterMs?: number,
  ): Promise<Date | undefined> => {
    await run(({ trx }) =>
      sql`update webhook_deliveries set next_attempt_at = now()
      where id = ${delivery} and next_attempt_at is not null`.execute(trx),
    );
    const error = await deliver(delivery, answerWith(statusCode, retryAfterMs)).catch(
      (each: unknown) => each,
    );
    if (!(error instanceof RetryLaterError)) {
      expect(error).toBeUndefined();
      return undefined;
    }
    return "at" in error.time ? error.time.at : undefined;
  };

  /** Milliseconds from the last attempt to the next one, both by the database's clock. */
  const measureWait = async (): Promise<number> => {
    const [delivery] = await list();
    return Date.parse(delivery?.next_attempt_at ?? "") - Date.parse(delivery?.updated_at ?? "");
  };

  /** Says how much a wait varies: from 0, a fifth shorter, to 1, a fifth longer. */
  const drawChance = (chance: number): void => {
    const random = vi.spyOn(Math, "random").mockReturnValue(chance);
    onTestFinished(() => void random.mockRestore());
  };

  beforeEach(async () => {
    sent.length = 0;
    await run(({ trx }) => trx.deleteFrom("webhook_subscriptions").execute());
    id = await run(async (scope) => {
      const body = { webhook_url: "https://app.example.com/", enabled_events: [type] };
      const input = { ...body, version: "V3" as const, signature_key: "decoded" as const };
      return (await createWebhookSubscription(scope, input)).id;
    });
  });

  test("a delivery has ten attempts with the delays of the schedule, each ±20 %, and is failed then", async () => {
    await emit();
    const [delivery] = await list();
    for (const [index, delay] of schedule.entries()) {
      const chance = index % 2;
      drawChance(chance);
      await attempt(delivery?.id ?? "");
      expect(await measureWait()).toBe(((8 + 4 * chance) * delay) / 10);
    }
    expect(await attempt(delivery?.id ?? "")).toBeUndefined();
    expect(sent.map((each) => each.attempt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(new Set(sent.map((each) => each.body)).size).toBe(1);
    const [failed] = await list();
    expect(failed).toMatchObject({ status: "failed", next_attempt_at: null });
    expect(failed?.attempts).toHaveLength(10);
  });

  test("a delivery whose job is dead is failed, also when the job is forgotten later", async () => {
    await emit();
    await emit();
    const [waiting, given] = await list();
    await run(({ trx }) =>
      sql`update jobs set state = 'dead', dead_at = now() - interval '31 days', attempt = max_attempts
        where payload ->> 'id' = ${given?.id ?? ""}`.execute(trx),
    );
    await purge(fixture.platform);
    expect(await list()).toMatchObject([
      { id: waiting?.id, status: "pending" },
      { id: given?.id, status: "failed", next_attempt_at: null },
    ]);
    const { rows } = await run(({ trx }) =>
      sql`select id from jobs where payload ->> 'id' = ${given?.id ?? ""}`.execute(trx),
    );
    expect(rows).toEqual([]);
  });

  test("Retry-After delays the next attempt up to a day, and does not hasten it", async () => {
    await emit();
    const [delivery] = await list();
    const measure = async (retryAfterMs: number): Promise<number> => {
      await attempt(delivery?.id ?? "", 503, retryAfterMs);
      return await measureWait();
    };
    expect(await measure(hour)).toBe(hour);
    expect(await measure(48 * hour)).toBe(24 * hour);
    // The third attempt is followed by half an hour, ±20 %.
    drawChance(0);
    expect(await measure(1_000)).toBe(0.8 * 1_800_000);
  });

  test("the old secret signs together with the new one for 24 hours after a rotation", async () => {
    const { secret } = await run((scope) => rotateWebhookSecret(scope, id));
    const attemptAfter = async (age: string): Promise<readonly string[]> => {
      await run(({ trx }) =>
        sql`update webhook_subscriptions
        set previous_until = updated_at + interval '24 hours' - ${sql.lit(age)}::interval`.execute(
          trx,
        ),
      );
      await emit();
      const [delivery] = await list();
      expect(await attempt(delivery?.id ?? "", 200)).toBeUndefined();
      return sent.at(-1)?.secrets ?? [];
    };
    const until = await run(({ trx }) =>
      trx
        .selectFrom("webhook_subscriptions")
        .select(sql<number>`extract(epoch from previous_until - updated_at)::float8`.as("seconds"))
        .executeTakeFirstOrThrow(),
    );
    expect(until.seconds).toBe(24 * 60 * 60);
    expect(await attemptAfter("23 hours 59 minutes")).toEqual([secret, expect.any(String)]);
    expect(await attemptAfter("24 hours")).toEqual([secret]);
  });

  test("an attempt before its time is put off, and a delivery that is over is not sent", async () => {
    await emit();
    const [delivery] = await list();
    const at = await attempt(delivery?.id ?? "");
    await expect(deliver(delivery?.id ?? "", answerWith(204))).rejects.toMatchObject({
      time: { at },
    });
    await attempt(delivery?.id ?? "", 204);
    expect(await list()).toMatchObject([{ status: "delivered" }]);
    await attempt(delivery?.id ?? "", 204);
    expect(sent).toHaveLength(2);
  });

  test("the list has attempts that failed and then the one that succeeded, with its answer", async () => {
    await emit();
    const [delivery] = await list();
    const id = delivery?.id ?? "";
    await attempt(id);
    await run(({ trx }) => sql`update webhook_deliveries set next_attempt_at = now()`.execute(trx));
    await deliver(id, async () => ({
      statusCode: 202,
      latencyMs: 7,
      error: null,
      responseBody: "thanks",
    }));
    const [delivered] = await list();
    const failure = { attempt: 1, status_code: 500, error: "The receiver failed." };
    const success = { attempt: 2, status_code: 202, latency_ms: 7, error: null };
    expect(delivered).toMatchObject({
      status: "delivered",
      attempts: [failure, { ...success, response_body: "thanks" }],
    });
    expect(delivered?.attempts[1]?.attempted_at).toBe(delivered?.updated_at);
  });

  test("five days of failures only disable the subscription and give up the waiting deliveries", async () => {
    await emit();
    await emit();
    const [first, second] = await list();
    await attempt(first?.id ?? "");
    await run(({ trx }) =>
      sql`update webhook_subscriptions set failing_since = now() - interval '6 days'`.execute(trx),
    );
    await attempt(second?.id ?? "");
    const disabled = await run((scope) => getWebhookSubscription(scope, id));
    expect(disabled).toMatchObject({ status: "disabled", disabled_reason: "failing" });
    expect((await list()).map(({ status }) => status)).toEqual(["failed", "failed"]);
    const jobs = await run(({ trx }) =>
      trx
        .selectFrom("jobs")
        .select("id")
        .where("kind", "=", "webhook.deliver")
        .where(sql`payload ->> 'id'`, "=", first?.id ?? "")
        .execute(),
    );
    expect(jobs).toEqual([]);
  });

  test("one success begins the five days again", async () => {
    await emit();
    await emit();
    const [first, second] = await list();
    await attempt(first?.id ?? "");
    await run(({ trx }) =>
      sql`update webhook_subscriptions set failing_since = now() - interval '6 days'`.execute(trx),
    );
    await attempt(first?.id ?? "", 200);
    await attempt(second?.id ?? "");
    const enabled = await run((scope) => getWebhookSubscription(scope, id));
    expect(enabled).toMatchObject({ status: "enabled" });
  });

  test("events of the time in which it was disabled are not sent until they are replayed", async () => {
    const set = (status: "enabled" | "disabled") =>
      run((scope) => updateWebhookSubscription(scope, id, { status }));
    await set("disabled");
    await emit();
    await set("enabled");
    expect(await list()).toEqual([]);
    const since = new Date(Date.now() - hour).toISOString();
    const result = await run((scope) => replayEvents(scope, id, { since }));
    expect(result).toEqual({ queued: 1 });
    expect(await list()).toMatchObject([{ status: "pending", replay_of: null }]);
  });

  test("an event is written for its own subscription, although the one before was written for another", async () => {
    await emit();
    await run((scope) =>
      updateWebhookSubscription(scope, id, {
        version: "V1",
        webhook_url: "https://new.example.com/",
      }),
    );
    await emit();
    expect(await list()).toMatchObject([
      { version: "V1", webhook_url: "https://new.example.com/" },
      { version: "V3", webhook_url: "https://app.example.com/" },
    ]);
    await run((scope) => deleteWebhookSubscription(scope, id));
    await emit();
    const left = await run(({ trx }) => trx.selectFrom("webhook_events").select("id").execute());
    expect(left).toEqual([]);
  });

  test("a replay of more events than one statement reads queues each of them once", async () => {
    const count = 2_500;
    await run((scope) => updateWebhookSubscription(scope, id, { status: "disabled" }));
    await run(({ trx, projectId }) =>
      // A third of the events share their time with another event, also at the boundary between two reads.
      sql`insert into webhook_events
          (project_id, id, subscription_id, event_type, version, body, is_test, created_at)
        select ${projectId}, 'msg_' || lpad(n::text, 5, '0'), ${id}, ${type}, 'V3', '', false,
          now() - interval '1 hour' + make_interval(secs => n / 3)
        from generate_series(1, ${count}) as n`.execute(trx),
    );
    await run((scope) => updateWebhookSubscription(scope, id, { status: "enabled" }));
    const since = new Date(Date.now() - 2 * hour).toISOString();
    expect(await run((scope) => replayEvents(scope, id, { since }))).toEqual({ queued: count });
    const jobs = await run(({ trx }) =>
      trx
        .selectFrom("jobs as j")
        .innerJoin("webhook_deliveries as d", (join) =>
          join.on("d.id", "=", sql<string>`j.payload ->> 'id'`),
        )
        .select("d.event_id")
        .orderBy("d.event_id")
        .execute(),
    );
    const expected = Array.from(
      { length: count },
      (_, n) => `msg_${String(n + 1).padStart(5, "0")}`,
    );
    expect(jobs.map(({ event_id }) => event_id)).toEqual(expected);
    const listed = await run((scope) => listDeliveries(scope, id, { limit: 20 }, page));
    expect(listed).toMatchObject({ total_items: count, total_pages: 125 });
  });

  test("an undone transaction stores no event, nor does an event that nobody subscribed to or that its schema refuses", async () => {
    const undone = run(async (scope) => {
      await emitEvent(scope, { type, userId: null, body: () => "{}" });
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    await run((scope) =>
      emitEvent(scope, { type: "platform.trigger.disabled", userId: null, body: () => "{}" }),
    );
    const message = { id: "not an id", at: new Date() };
    expect(() =>
      buildTriggerMessageBody(
        message,
        {
          logId: "log",
          slug: "lower",
          trigger: { id: "x", uuid: "x" },
          account: { id: "x", uuid: "x", authConfigId: "x" },
          userId: "x",
          data: {},
        },
        "V3",
      ),
    ).toThrow("does not match its schema in the document at id, metadata.log_id");
    expect(await list()).toEqual([]);
  });
});
