import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createWebhookReceiver } from "../../../../../../generated/server/webhooks.js";
import { type Receiver, startReceiver } from "../../receiver.ts";
import { catchRefusal, catchRefusals, type World } from "../../world.ts";

const enabled_events = ["platform.trigger.message"];
const unknown = "ws_000000000000";

/** Webhook subscriptions and deliveries to a real receiver. Libraries of others verify the signatures. */
export function testWebhooks(world: () => World): void {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(async () => {
    await receiver.close();
  });
  const bindClient = () => world().platform.webhookSubscriptions;
  // A project has only one subscription. One that a failed test leaves behind would make later tests fail.
  afterEach(async () => {
    receiver.answer = { status: 204 };
    const { items } = await bindClient().listWebhookSubscriptions();
    await Promise.all(items.map(({ id }) => bindClient().deleteWebhookSubscription({ id })));
  });
  const subscribe = async (
    more: { readonly signature_key?: "raw"; readonly version?: "V1" } = {},
  ) =>
    await bindClient().createWebhookSubscription({
      body: { webhook_url: receiver.url, enabled_events, ...more },
    });
  /** Waits until the delivery has ended `attempts` further attempts. */
  const waitUntilSettled = async (id: string, delivery: string, attempts = 1) => {
    const find = async () => {
      const { items } = await bindClient().listDeliveries({ id });
      return items.find((each) => each.id === delivery);
    };
    await expect.poll(async () => (await find())?.attempts.length).toBeGreaterThanOrEqual(attempts);
    const found = await find();
    if (found === undefined) {
      throw new Error(`The delivery ${delivery} is gone.`);
    }
    return found;
  };

  test("a subscription is made once, read masked, changed, and deleted for good", async () => {
    const made = await subscribe();
    expect(made).toMatchObject({ version: "V3", signature_key: "decoded", status: "enabled" });
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await catchRefusal(subscribe())).toBe("409 Webhook_SubscriptionExists");
    const masked = { ...made, secret: "whse..." };
    const { id } = made;
    expect(await bindClient().getWebhookSubscription({ id })).toEqual(masked);
    expect((await bindClient().listWebhookSubscriptions()).items).toEqual([masked]);
    const off = { status: "disabled" } as const;
    const disabled = await bindClient().updateWebhookSubscription({ id, body: off });
    expect(disabled).toMatchObject({ ...off, disabled_reason: "requested" });
    expect(
      await catchRefusals([
        bindClient().sendTestEvent({ id, body: {} }),
        bindClient().replayEvents({ id, body: { since: new Date().toISOString() } }),
      ]),
    ).toEqual(["422 Webhook_SubscriptionDisabled"]);
    const enabled = await bindClient().updateWebhookSubscription({
      id,
      body: { status: "enabled" },
    });
    expect(enabled).toMatchObject({ status: "enabled", disabled_reason: null });
    expect(await bindClient().deleteWebhookSubscription({ id })).toEqual({ success: true });
    const delivery_id = "dlv_000000000000";
    expect(
      await catchRefusals([
        bindClient().getWebhookSubscription({ id }),
        bindClient().updateWebhookSubscription({ id, body: {} }),
        bindClient().deleteWebhookSubscription({ id: unknown }),
        bindClient().rotateWebhookSecret({ id }),
        bindClient().sendTestEvent({ id, body: {} }),
        bindClient().listDeliveries({ id }),
        bindClient().replayDelivery({ id, delivery_id }),
        bindClient().replayEvents({ id, body: { since: new Date().toISOString() } }),
      ]),
    ).toEqual(["404 Webhook_SubscriptionNotFound"]);
  });

  test("addresses that lead inside, plain http and unknown events are refused with a line", async () => {
    const create = (webhook_url: string, more = {}) =>
      bindClient().createWebhookSubscription({ body: { webhook_url, enabled_events, ...more } });
    for (const [url, line] of [
      ["https://10.0.0.1/", "leads to an address that is not public"],
      ["https://169.254.169.254/latest", "leads to an address that is not public"],
      ["http://8.8.8.8/", "must be an https URL"],
      ["https://user:secret@app.example.com/", "must not contain a user name or a password"],
      ["ftp://app.example.com/", "must be an https URL"],
    ] as const) {
      const refusal = create(url);
      expect(await catchRefusal(refusal), url).toBe("400 Webhook_UrlNotAllowed");
      const error = await refusal.catch((each: { error: unknown }) => each);
      expect(JSON.stringify(error)).toContain(line);
    }
    expect(
      await catchRefusals([
        create(receiver.url, { enabled_events: ["platform.nothing"] }),
        create(receiver.url, { version: "V1", enabled_events: ["platform.trigger.disabled"] }),
      ]),
    ).toEqual(["400 Webhook_EventUnknown"]);
    const { items } = await bindClient().listWebhookEventTypes();
    expect(items).toHaveLength(3);
  });

  test("a delivery is verified by libraries and by a receiver that is generated from the document", async () => {
    const { id, secret } = await subscribe();
    for (const event_type of (await bindClient().listWebhookEventTypes()).items.map(
      (each) => each.event_type,
    )) {
      const before = receiver.received.length;
      const queued = await bindClient().sendTestEvent({ id, body: { event_type } });
      expect(queued).toMatchObject({ is_test: true, status: "pending", attempts: [] });
      await receiver.waitFor(before + 1);
      const { headers, body } = receiver.received.at(-1) ?? { headers: {}, body: "" };
      expect(new StandardWebhook(secret).verify(body, headers)).toMatchObject({ type: event_type });
      const svix = new SvixWebhook(secret);
      expect(() => svix.verify(body, headers)).not.toThrow();
      expect(() => svix.verify(`${body} `, headers)).toThrow();
      expect(headers).toMatchObject({
        "webhook-id": queued.event_id,
        "x-platform-webhook-version": "V3",
        "x-platform-delivery-attempt": "1",
      });
      const seen: string[] = [];
      const note = ({ body: event }: { readonly body: { readonly type: string } }): void => {
        seen.push(event.type);
      };
      const own = createWebhookReceiver({
        secret,
        handlers: {
          onTriggerMessage: note,
          onTriggerMessageV2: note,
          onTriggerMessageV1: () => {},
          onConnectedAccountExpired: note,
          onTriggerDisabled: note,
        },
      });
      const request = new Request(receiver.url, { method: "POST", headers, body });
      expect((await own(request)).status).toBeLessThan(300);
      expect(seen).toEqual([event_type]);
      expect(await waitUntilSettled(id, queued.id)).toMatchObject({
        status: "delivered",
        next_attempt_at: null,
        attempts: [{ attempt: 1, status_code: 204, error: null, response_body: null }],
      });
    }
    const since = new Date(Date.now() - 60_000).toISOString();
    expect(await bindClient().replayEvents({ id, body: { since } })).toEqual({ queued: 0 });
  });

  test("both secrets sign after a rotation, and the text of a secret signs where that is asked for", async () => {
    const { id, secret } = await subscribe({ signature_key: "raw", version: "V1" });
    const rotated = await bindClient().rotateWebhookSecret({ id });
    expect(rotated.id).toBe(id);
    const before = receiver.received.length;
    await bindClient().sendTestEvent({ id, body: {} });
    await receiver.waitFor(before + 1);
    const { headers, body } = receiver.received.at(-1) ?? { headers: {}, body: "" };
    for (const each of [secret, rotated.secret]) {
      const verified = new StandardWebhook(each, { format: "raw" }).verify(body, headers);
      expect(verified).toMatchObject({ trigger_name: "SAMPLE_EVENT" });
      expect(() => new StandardWebhook(each).verify(body, headers)).toThrow();
    }
  });

  test("a failure is tried again, and a replay has the same id and body", async () => {
    const { id } = await subscribe();
    const answer = `{"message":"Not now, ${"é".repeat(300)}"}`;
    receiver.answer = { status: 503, headers: { "retry-after": "600" }, body: answer };
    const queued = await bindClient().sendTestEvent({ id, body: {} });
    const failed = await waitUntilSettled(id, queued.id);
    expect(failed).toMatchObject({
      status: "pending",
      attempts: [
        {
          status_code: 503,
          error: "The receiver answered 503.",
          response_body: answer.slice(0, 266),
        },
      ],
    });
    const wait = Date.parse(failed.next_attempt_at ?? "") - Date.parse(failed.updated_at);
    expect(wait).toBe(600_000);
    receiver.answer = { status: 302, headers: { location: `${receiver.url}/elsewhere` } };
    const [count, last] = [receiver.received.length, receiver.received.at(-1)];
    const again = await bindClient().replayDelivery({ id, delivery_id: queued.id });
    expect(again).toMatchObject({ replay_of: queued.id, event_id: queued.event_id });
    expect((await waitUntilSettled(id, again.id)).attempts[0]?.error).toContain("redirects");
    expect(receiver.received).toHaveLength(count + 1);
    expect(receiver.received.at(-1)?.body).toBe(last?.body);
    receiver.answer = { status: 204 };
    const { items } = await bindClient().listDeliveries({ id, status: "pending", limit: 1 });
    expect(items).toHaveLength(1);
    expect(await catchRefusal(bindClient().listDeliveries({ id, event_type: "platform.no" }))).toBe(
      "400 Validation_Failed",
    );
    const delivery_id = "dlv_000000000000";
    expect(await catchRefusal(bindClient().replayDelivery({ id, delivery_id }))).toBe(
      "404 Webhook_DeliveryNotFound",
    );
  });

  test("a receiver that answers 410 is sent nothing more until the subscription is enabled again", async () => {
    const { id } = await subscribe();
    receiver.answer = { status: 410 };
    const queued = await bindClient().sendTestEvent({ id, body: {} });
    expect(await waitUntilSettled(id, queued.id)).toMatchObject({ status: "failed" });
    expect(await bindClient().getWebhookSubscription({ id })).toMatchObject({
      status: "disabled",
      disabled_reason: "gone",
    });
    expect(await catchRefusal(bindClient().replayDelivery({ id, delivery_id: queued.id }))).toBe(
      "422 Webhook_SubscriptionDisabled",
    );
  });

  test("a period to replay has to end after it begins, and to begin within 90 days", async () => {
    const { id } = await subscribe();
    const since = new Date().toISOString();
    expect(
      await catchRefusals([
        bindClient().replayEvents({ id, body: { since: "2020-01-01T00:00:00Z" } }),
        bindClient().replayEvents({ id, body: { since, until: since } }),
      ]),
    ).toEqual(["400 Validation_Failed"]);
    expect(
      await catchRefusal(bindClient().sendTestEvent({ id, body: { event_type: "platform.no" } })),
    ).toBe("400 Webhook_EventUnknown");
    const body = { version: "V2" as const, enabled_events: ["platform.trigger.disabled"] };
    expect(await catchRefusal(bindClient().updateWebhookSubscription({ id, body }))).toBe(
      "400 Webhook_EventUnknown",
    );
    expect(
      await catchRefusal(
        bindClient().updateWebhookSubscription({ id, body: { webhook_url: "https://10.0.0.1/" } }),
      ),
    ).toBe("400 Webhook_UrlNotAllowed");
  });
}
