import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { type Lease, LeaseLostError } from "../../../base/jobs/job-types.ts";
import { claimAsWorker } from "../../../testing/claim-as-worker.ts";
import { useDomainFixture } from "../../../testing/domain-fixture.ts";
import { testDatabases } from "../../../testing/test-database.ts";
import { createWebhookSubscription } from "../webhook-subscriptions/create-webhook-subscription.ts";
import { deliverKind } from "../webhook-subscriptions/deliver-kind.ts";
import { emitEvent } from "./emit-event.ts";
import { createOpenDelivery, type OpenDelivery, type WebhookMessage } from "./open-delivery.ts";
import { createSettleDelivered, type SettleDelivered } from "./settle-delivered.ts";

const type = "platform.trigger.message";

describe.each(testDatabases())("on $name", ({ open }) => {
  const fixture = useDomainFixture(open);
  const projects: string[] = [];
  let openDelivery: OpenDelivery;
  let settleDelivered: SettleDelivered;
  const emit = (projectId: string, body: string): Promise<void> =>
    fixture.run((scope) => emitEvent(scope, { type, userId: "ada", body: () => body }), projectId);
  const claim = (worker: string = crypto.randomUUID(), held: readonly string[] = []) =>
    claimAsWorker(fixture.platform.database, deliverKind, 100, { worker, held });
  const openMessage = async (lease: Lease): Promise<WebhookMessage> => {
    const opened = await openDelivery(lease);
    if (opened.kind !== "due") {
      throw new Error(`The delivery is ${opened.kind}.`);
    }
    return opened.message;
  };
  const settle = (lease: Lease, message: WebhookMessage): Promise<boolean> =>
    settleDelivered({
      lease,
      message,
      outcome: { statusCode: 204, latencyMs: 7, responseBody: null },
    });
  const readDeliveries = (projectId: string) =>
    fixture.run(
      ({ trx }) =>
        trx
          .selectFrom("webhook_deliveries")
          .select(["status", "next_attempt_at", "status_code", "latency_ms"])
          .execute(),
      projectId,
    );
  const readJobs = (projectId: string) =>
    fixture.run(({ trx }) => trx.selectFrom("jobs").select("id").execute(), projectId);

  beforeAll(async () => {
    openDelivery = createOpenDelivery(fixture.platform);
    settleDelivered = createSettleDelivered(fixture.platform);
    projects.push(fixture.projectId, await fixture.createOtherProject());
    for (const projectId of projects) {
      const body = {
        webhook_url: `https://${projectId.slice(5)}.example.com/`,
        enabled_events: [type],
      };
      const input = { ...body, version: "V3" as const, signature_key: "decoded" as const };
      await fixture.run((scope) => createWebhookSubscription(scope, input), projectId);
    }
  });

  test("deliveries of several projects are read and settled together, each as its own project's", async () => {
    for (const projectId of projects) {
      await emit(projectId, projectId);
    }
    const leases = await claim();
    const messages = await Promise.all(leases.map(openMessage));
    const seen = messages.map(({ projectId, body, attempt }) => ({ projectId, body, attempt }));
    expect(seen.toSorted((a, b) => (a.body < b.body ? -1 : 1))).toEqual(
      projects.toSorted().map((id) => ({ projectId: id, body: id, attempt: 1 })),
    );
    expect(new Set(messages.flatMap(({ secrets }) => secrets)).size).toBe(2);
    const settled = leases.map((lease, n) => settle(lease, messages[n] as WebhookMessage));
    expect(await Promise.all(settled)).toEqual([true, true]);
    for (const projectId of projects) {
      const delivered = { status: "delivered", next_attempt_at: null };
      const attempt = { status_code: 204, latency_ms: 7 };
      expect(await readDeliveries(projectId)).toEqual([{ ...delivered, ...attempt }]);
      expect(await readJobs(projectId)).toEqual([]);
    }
  });

  test("a worker reads only deliveries whose jobs it holds", async () => {
    await emit(fixture.projectId, "x");
    const worker = crypto.randomUUID();
    const [lease] = await claim(worker);
    expect(lease).toBeDefined();
    const held = lease as Lease;
    const other = { ...held, worker: crypto.randomUUID() };
    await expect(openDelivery(other)).rejects.toThrow(LeaseLostError);
    expect((await openMessage(held)).body).toBe("x");
    // A claim that does not list the job gives it back.
    await claim(worker, [held.id]);
    expect((await openMessage(held)).body).toBe("x");
    await fixture.run(({ trx }) => trx.deleteFrom("jobs").execute());
    await expect(openDelivery(held)).rejects.toThrow(LeaseLostError);
  });

  test("an attempt whose lease was lost stores nothing, beside one that is held", async () => {
    await fixture.run(({ trx }) => sql`delete from webhook_deliveries`.execute(trx));
    await emit(fixture.projectId, "lost");
    await emit(fixture.projectId, "held");
    const leases = await claim();
    const messages = await Promise.all(leases.map(openMessage));
    const lost = messages.findIndex(({ body }) => body === "lost");
    // As `recover_jobs` does.
    await fixture.run(({ trx }) =>
      sql`update jobs set attempt = attempt + 1 where id = ${leases[lost]?.id}`.execute(trx),
    );
    const settled = leases.map((lease, n) => settle(lease, messages[n] as WebhookMessage));
    expect(await Promise.all(settled)).toEqual(messages.map((_, n) => n !== lost));
    const rows = await readDeliveries(fixture.projectId);
    expect(rows.map(({ status, status_code }) => [status, status_code]).toSorted()).toEqual([
      ["delivered", 204],
      ["pending", null],
    ]);
    expect(await readJobs(fixture.projectId)).toEqual([{ id: leases[lost]?.id }]);
    await fixture.run(({ trx }) => trx.deleteFrom("jobs").execute());
  });

  test("a delivery that was erased after it was sent is settled by removing its job", async () => {
    await emit(fixture.projectId, "x");
    const [lease] = await claim();
    const held = lease as Lease;
    const message = await openMessage(held);
    await fixture.run(({ trx }) => sql`delete from webhook_deliveries`.execute(trx));
    expect(await openDelivery(held)).toEqual({ kind: "over" });
    expect(await settle(held, message)).toBe(true);
    expect(await readDeliveries(fixture.projectId)).toEqual([]);
    expect(await readJobs(fixture.projectId)).toEqual([]);
  });

  test("bodies that are too large for one statement are all read", async () => {
    const sizes = [1, 2, 3, 4, 5].map((n) => 900_000 + n);
    for (const size of sizes) {
      await emit(fixture.projectId, "x".repeat(size));
    }
    const messages = await Promise.all((await claim()).map(openMessage));
    expect(messages.map(({ body }) => body.length).toSorted()).toEqual(sizes);
  });

  test("an envelope that was moved from another event fails its own delivery alone", async () => {
    await fixture.run(({ trx }) => trx.deleteFrom("jobs").execute());
    await fixture.run(({ trx }) => sql`delete from webhook_events`.execute(trx));
    await emit(fixture.projectId, "one");
    await emit(fixture.projectId, "two");
    await fixture.run(({ trx }) =>
      sql`update webhook_events e set body = (select max(o.body) from webhook_events o)`.execute(
        trx,
      ),
    );
    const opened = await Promise.allSettled((await claim()).map(openMessage));
    expect(opened.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });
});
