import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connectStripe } from "../../../testing/connect-stripe.ts";
import { useDomainFixture } from "../../../testing/domain-fixture.ts";
import { testDatabases } from "../../../testing/test-database.ts";
import { testTriggerType } from "../../../testing/test-trigger-type.ts";
import { createWebhookSubscription } from "../../webhooks/webhook-subscriptions/create-webhook-subscription.ts";
import { setTriggerStatus } from "../triggers/set-trigger-status.ts";
import { upsertTrigger } from "../triggers/upsert-trigger.ts";
import type { WaitingInstance } from "./ingress-statements.ts";
import { takeDelivery } from "./take-delivery.ts";
import { listWaiting } from "./waiting-instances.ts";

const type = await testTriggerType("stripe");

describe.each(testDatabases())("on $name", ({ open }) => {
  const fixture = useDomainFixture(open);
  const { run } = fixture;
  const projects: string[] = [];
  const instances = new Map<string, WaitingInstance>();

  beforeAll(async () => {
    projects.push(fixture.projectId, await fixture.createOtherProject());
    for (const projectId of projects) {
      await run(async (scope) => {
        const account = (await connectStripe(scope, "ada")).id;
        const config = { list: "a" };
        await upsertTrigger(scope, { type, account, config, toolkitVersion: null });
      }, projectId);
      const enabled_events = ["platform.trigger.message"];
      const subscription = { webhook_url: "https://x.example.com/", enabled_events };
      await run(
        (scope) =>
          createWebhookSubscription(scope, {
            ...subscription,
            version: "V3",
            signature_key: "decoded",
          }),
        projectId,
      );
      const [id] = await run(
        ({ trx }) => trx.selectFrom("trigger_instances").select("id").execute(),
        projectId,
      );
      const [instance] = await run(
        (scope) =>
          listWaiting(scope, { kind: "instance", id: id?.id ?? "" }, { owner: "", also: [] }),
        projectId,
      );
      instances.set(projectId, instance as WaitingInstance);
    }
  });
  beforeEach(async () => {
    for (const projectId of projects) {
      await run(async ({ trx }) => {
        await trx.deleteFrom("webhook_deliveries").execute();
        await trx.deleteFrom("webhook_events").execute();
        await trx.deleteFrom("webhook_receipts").execute();
      }, projectId);
    }
  });

  const take = (
    projectId: string,
    ids: readonly string[],
    {
      owner = "instance",
      ...changes
    }: Partial<WaitingInstance> & { readonly owner?: "instance" | "auth_config" } = {},
  ) =>
    run((scope) => {
      const instance = { ...(instances.get(projectId) as WaitingInstance), ...changes };
      const id = (owner === "instance" ? instance.id : instance.auth_config_id) ?? "";
      const events = [{ instance, data: { title: "x" } }];
      return takeDelivery(scope, { owner: { kind: owner, id }, ids, events, changed: [] });
    }, projectId);
  const count = (projectId: string) =>
    run(async ({ trx }) => {
      const { rows } = await sql<{ events: number; deliveries: number; receipts: number }>`select
        (select count(*)::integer from webhook_events) as events,
        (select count(*)::integer from webhook_deliveries) as deliveries,
        (select count(*)::integer from webhook_receipts) as receipts`.execute(trx);
      return rows[0];
    }, projectId);

  test("webhooks of several projects that are stored at once are each their own project's", async () => {
    const ids = Array.from({ length: 30 }, (_, n) => `delivery ${n}`);
    await Promise.all(ids.flatMap((id) => projects.map((projectId) => take(projectId, [id]))));
    for (const projectId of projects) {
      expect(await count(projectId)).toEqual({ events: 30, deliveries: 30, receipts: 30 });
    }
  });

  test("one that fails, and one whose subscription has changed, leave the others alone", async () => {
    const [changed = "", other = ""] = projects;
    await take(changed, []);
    await run(
      ({ trx }) => trx.updateTable("webhook_subscriptions").set({ version: "V2" }).execute(),
      changed,
    );
    const users = ["ada", "ada", "\u0000"];
    const ended = await Promise.allSettled(
      users.flatMap((user_id) => projects.map((projectId) => take(projectId, [], { user_id }))),
    );
    const stored = ["fulfilled", "fulfilled", "fulfilled", "fulfilled", "rejected", "rejected"];
    expect(ended.map(({ status }) => status)).toEqual(stored);
    const readVersions = (projectId: string) =>
      run(
        async ({ trx }) =>
          (
            await trx.selectFrom("webhook_events").select("version").orderBy("version").execute()
          ).map(({ version }) => version),
        projectId,
      );
    expect(await readVersions(changed)).toEqual(["V2", "V2", "V3"]);
    expect(await readVersions(other)).toEqual(["V3", "V3"]);
  });

  test("a repetition counts once, also at the same time, and a delivery with two ids is one when either was seen", async () => {
    const [projectId = "", other = ""] = projects;
    await Promise.all(Array.from({ length: 20 }, () => take(projectId, ["same"])));
    await take(other, ["same"]);
    expect(await count(projectId)).toEqual({ events: 1, deliveries: 1, receipts: 1 });
    expect(await count(other)).toEqual({ events: 1, deliveries: 1, receipts: 1 });
    await take(projectId, ["more", "same"]);
    await take(projectId, ["more"]);
    expect(await count(projectId)).toEqual({ events: 1, deliveries: 1, receipts: 2 });
    await run(
      ({ trx }) =>
        sql`update webhook_receipts set received_at = now() - interval '73 hours'`.execute(trx),
      projectId,
    );
    await take(projectId, ["more", "same"]);
    expect(await count(projectId)).toEqual({ events: 2, deliveries: 2, receipts: 2 });
  });

  test("an instance that is disabled or registered for another account meanwhile gets no event", async () => {
    const [projectId = ""] = projects;
    await take(projectId, [], { owner: "auth_config" });
    await take(projectId, [], { owner: "auth_config", named: '["another", null]' });
    await take(projectId, [], { named: '["another", null]' });
    expect(await count(projectId)).toMatchObject({ events: 2 });
    const { id } = instances.get(projectId) as WaitingInstance;
    await run((scope) => setTriggerStatus(scope, id, "disable"), projectId);
    await take(projectId, ["late"]);
    expect(await count(projectId)).toMatchObject({ events: 2, receipts: 1 });
    await run((scope) => setTriggerStatus(scope, id, "enable"), projectId);
  });
});
