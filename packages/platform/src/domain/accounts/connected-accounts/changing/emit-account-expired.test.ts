import { describe, expect, test } from "vitest";
import { connectStripe } from "../../../../testing/connect-stripe.ts";
import { useDomainFixture } from "../../../../testing/domain-fixture.ts";
import { testDatabases } from "../../../../testing/test-database.ts";
import { placeEvent } from "../../../webhooks/deliveries/event-place.ts";
import { createWebhookSubscription } from "../../../webhooks/webhook-subscriptions/create-webhook-subscription.ts";
import { lockAccount } from "../open-account.ts";
import { changeAccount } from "./change-account.ts";

describe.each(testDatabases())("on $name", ({ open }) => {
  const fixture = useDomainFixture(open);
  test("an account that expires emits an event in the same transaction, masked", async () => {
    const { run } = fixture;
    await run((scope) =>
      createWebhookSubscription(scope, {
        webhook_url: "https://app.example.com/",
        enabled_events: ["platform.connected_account.expired"],
        version: "V3",
        signature_key: "decoded",
      }),
    );
    const { id } = await run((scope) => connectStripe(scope, "ada"));
    await run(async (scope) => {
      await changeAccount(scope, await lockAccount(scope, id), {
        type: "refresh_refused",
        reason: "Refused.",
      });
    });
    const [event, ...others] = await run(async ({ trx, platform, projectId }) => {
      const rows = await trx.selectFrom("webhook_events").selectAll().execute();
      return await Promise.all(
        rows.map(async (row) => {
          const place = placeEvent(projectId, row.id);
          return JSON.parse(String(await platform.secrets.open(trx, place, row.body)));
        }),
      );
    });
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      type: "platform.connected_account.expired",
      metadata: { project_id: fixture.projectId, org_id: fixture.organizationId },
      data: { id, user_id: "ada", status: "EXPIRED" },
    });
  });
});
