import { createHmac, randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { sql } from "kysely";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { afterAll, beforeAll, expect, test } from "vitest";
import { goodKey } from "../../application.ts";
import { type Receiver, startReceiver } from "../../receiver.ts";
import type { World } from "../../world.ts";
import { connect, createConfig } from "../accounts.ts";

/** A request to an address, as an application sends it. */
interface Sent {
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Webhooks of applications: from the signed request to the subscriber, and senders that are somebody else. */
export function testWebhookIngress(world: () => World): void {
  let receiver: Receiver;
  let secret = "";
  let subscription = "";
  let hook: { readonly url: string; readonly secret: string; readonly trigger: string };

  const upsert = async (trigger_config: Record<string, unknown>, account: string) => {
    const made = await world().platform.triggerInstances.upsertTrigger({
      slug: "ACME_THING_ADDED",
      body: { connected_account_id: account, trigger_config },
    });
    const { webhook, trigger_id: trigger = "" } = made ?? {};
    return { url: webhook?.url ?? "", secret: webhook?.secret ?? "", trigger };
  };
  const open = async (user_id: string): Promise<string> => {
    const config = await createConfig(world(), "API_KEY");
    return await connect(world(), config, "API_KEY", { generic_api_key: goodKey }, { user_id });
  };

  beforeAll(async () => {
    receiver = await startReceiver();
    const made = await world().platform.webhookSubscriptions.createWebhookSubscription({
      body: { webhook_url: receiver.url, enabled_events: ["platform.trigger.message"] },
    });
    secret = made.secret;
    subscription = made.id;
    hook = await upsert({ shelf: "low" }, await open("sender"));
  });
  afterAll(async () => {
    await world().platform.webhookSubscriptions.deleteWebhookSubscription({ id: subscription });
    await receiver.close();
  });

  const send = async (url: string, { body, headers }: Sent): Promise<Response> =>
    await world().coverage.fetch(
      new Request(url, {
        method: "POST",
        body,
        headers: { "content-type": "application/json", ...headers },
      }),
    );
  /** A delivery that the application signed this many seconds ago. */
  const signDelivery = (
    body: unknown,
    { ago = 0, key = hook.secret } = {},
  ): Sent & { body: string } => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const time = String(Math.floor(Date.now() / 1000) - ago);
    const signature = createHmac("sha256", key).update(`${time}.${text}`).digest("hex");
    return { body: text, headers: { "x-acme-time": time, "x-acme-signature": signature } };
  };
  const buildAddedEvent = (title: string, more: object = {}) => ({
    id: randomUUID(),
    type: "thing.added",
    shelf: "low",
    thing: { title },
    ...more,
  });
  const readOutcome = async (answer: Promise<Response>): Promise<string> => {
    const response = await answer;
    const { error } = (await response.json()) as { readonly error?: { readonly slug: string } };
    return `${response.status} ${error?.slug ?? "taken"}`;
  };
  const listDeliveries = async () =>
    (await world().platform.webhookSubscriptions.listDeliveries({ id: subscription })).total_items;

  test("an event travels from a signed request to the subscriber, whose libraries verify it", async () => {
    const before = receiver.received.length;
    // Spaces and escapes that JSON.stringify would not write: the bytes are signed.
    const body = `{ "id": "${randomUUID()}", "type":"thing.added", "shelf": "low", "thing": {"title": "Gripp\\u00e9r"} }\n`;
    expect(await readOutcome(send(hook.url, signDelivery(body)))).toBe("200 taken");
    await receiver.waitFor(before + 1);
    const { headers, body: delivered = "" } = receiver.received.at(-1) ?? {};
    expect(JSON.parse(delivered)).toMatchObject({
      type: "platform.trigger.message",
      metadata: {
        trigger_slug: "ACME_THING_ADDED",
        trigger_id: hook.trigger,
        user_id: "sender",
      },
      data: { title: "Grippér" },
    });
    new StandardWebhook(secret).verify(delivered, headers ?? {});
    new SvixWebhook(secret).verify(delivered, headers ?? {});
  });

  test("the events of a period are sent again with the same ids and bodies", async () => {
    const first = receiver.received.length;
    for (const title of ["one", "two", "three"]) {
      expect(await readOutcome(send(hook.url, signDelivery(buildAddedEvent(title))))).toBe(
        "200 taken",
      );
    }
    await receiver.waitFor(first + 3);
    const sent = receiver.received.slice(first);
    const [since] = sent.map(({ body }) => String(JSON.parse(body).timestamp)).toSorted();
    if (since === undefined) {
      throw new Error("Nothing was sent.");
    }
    const { platform } = world();
    const replay = await platform.webhookSubscriptions.replayEvents({
      id: subscription,
      body: { since },
    });
    expect(replay).toEqual({ queued: 3 });
    await receiver.waitFor(first + 6);
    const toSent = ({ headers, body }: (typeof sent)[number]) => [headers["webhook-id"], body];
    const again = receiver.received.slice(first + 3);
    expect(again.map(toSent).toSorted()).toEqual(sent.map(toSent).toSorted());
    for (const { headers, body } of again) {
      new StandardWebhook(secret).verify(body, headers);
    }
  });

  test("a signed webhook that fires nothing is in the log with its reason, once a minute", async () => {
    const { url, trigger } = hook;
    const other = buildAddedEvent("Elsewhere", { shelf: "high" });
    for (let count = 0; count < 5; count += 1) {
      expect(await readOutcome(send(url, signDelivery(other)))).toBe("200 taken");
    }
    const wrong = { ...signDelivery(other), body: JSON.stringify({ ...other, id: "forged" }) };
    expect(await readOutcome(send(url, wrong))).toBe("401 Trigger_SignatureInvalid");
    const { logs } = await world().platform.logs.listToolExecutionLogs({
      body: { filters: { tool_slugs: ["PLATFORM_WEBHOOK_UNMATCHED"], toolkit_slugs: ["acme"] } },
    });
    // Two, when a minute began between the deliveries.
    expect([1, 2]).toContain(logs.length);
    expect(logs[0]).toMatchObject({
      source: "trigger",
      status: "completed",
      successful: false,
      user_id: "sender",
      error:
        "The signature of the webhook was right, and it is not an event of the trigger instances at its address.",
      arguments: {
        body: { shelf: "high" },
        instances: [
          {
            id: trigger,
            reason: '`shelf` is "high", and "low" in the configuration of the instance.',
          },
        ],
      },
    });
  });

  test("a repetition counts once, also when twenty come at the same time", async () => {
    const before = await listDeliveries();
    const delivery = signDelivery(buildAddedEvent("Once"));
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => readOutcome(send(hook.url, delivery))),
    );
    expect(new Set(answers)).toEqual(new Set(["200 taken"]));
    expect(await readOutcome(send(hook.url, delivery))).toBe("200 taken");
    expect(await listDeliveries()).toBe(before + 1);
  });

  test("deliveries are listed by the instance that fired", async () => {
    const count = async (trigger_id: string): Promise<number> => {
      const filter = { id: subscription, trigger_id };
      return (await world().platform.webhookSubscriptions.listDeliveries(filter)).total_items;
    };
    const { trigger } = hook;
    const before = await count(trigger);
    expect(before).toBeLessThanOrEqual(await listDeliveries());
    await send(hook.url, signDelivery(buildAddedEvent("Of this instance")));
    expect(await count(trigger)).toBe(before + 1);
    expect(await count("ti_000000000000")).toBe(0);
  });

  test("a delivery id counts again after 72 hours", async () => {
    const before = await listDeliveries();
    const event = buildAddedEvent("Twice");
    const ageDeliveries = async (hours: number): Promise<void> =>
      await world().asOwner(
        sql`update webhook_receipts set received_at = now() - make_interval(hours => ${hours}::integer)`,
      );
    await send(hook.url, signDelivery(event));
    await ageDeliveries(71);
    await send(hook.url, signDelivery(event));
    expect(await listDeliveries()).toBe(before + 1);
    await ageDeliveries(73);
    await send(hook.url, signDelivery(event));
    expect(await listDeliveries()).toBe(before + 2);
  });

  test("the same delivery as a form or as text is the same event", async () => {
    const before = await listDeliveries();
    const kinds = ["text/plain", "text/plain; charset=utf-8", "application/json; charset=utf-8"];
    for (const type of kinds) {
      const delivery = signDelivery(buildAddedEvent(type));
      const headers = { ...delivery.headers, "content-type": type };
      expect([type, await readOutcome(send(hook.url, { ...delivery, headers }))]).toEqual([
        type,
        "200 taken",
      ]);
    }
    const form = signDelivery(
      `payload=${encodeURIComponent(JSON.stringify(buildAddedEvent("form")))}`,
    );
    const type = "application/x-www-form-urlencoded";
    const headers = { ...form.headers, "content-type": type };
    expect(await readOutcome(send(hook.url, { ...form, headers }))).toBe("200 taken");
    expect(await listDeliveries()).toBe(before + kinds.length + 1);
  });

  test("events of other things, and those of a disabled instance, are taken and lead nowhere", async () => {
    const before = await listDeliveries();
    const others = [
      buildAddedEvent("x", { type: "thing.removed" }),
      buildAddedEvent("x", { shelf: "top" }),
      [],
      null,
      "text",
      7,
    ];
    for (const other of others) {
      expect(await readOutcome(send(hook.url, signDelivery(JSON.stringify(other))))).toBe(
        "200 taken",
      );
    }
    const { triggerInstances } = world().platform;
    await triggerInstances.setTriggerStatus({ id: hook.trigger, body: { status: "disable" } });
    expect(await readOutcome(send(hook.url, signDelivery(buildAddedEvent("off"))))).toBe(
      "200 taken",
    );
    await triggerInstances.setTriggerStatus({ id: hook.trigger, body: { status: "enable" } });
    expect(await listDeliveries()).toBe(before);
  });

  test("an event without the data that its type promises stays with the application", async () => {
    const broken = signDelivery(buildAddedEvent("x", { thing: { title: 7 } }));
    expect(await readOutcome(send(hook.url, broken))).toBe("400 Validation_Failed");
    // It was not taken: mended, the same delivery counts.
    const { id } = JSON.parse(broken.body) as { readonly id: string };
    const before = await listDeliveries();
    expect(await readOutcome(send(hook.url, signDelivery(buildAddedEvent("x", { id }))))).toBe(
      "200 taken",
    );
    expect(await listDeliveries()).toBe(before + 1);
  });

  test("deliveries of strangers are refused with the same words, and leave nothing", async () => {
    const readCounts = async () => {
      const { items, total_items } = await world().platform.webhookSubscriptions.listDeliveries({
        id: subscription,
      });
      return [total_items, items[0]?.id];
    };
    const before = await readCounts();
    const good = signDelivery(buildAddedEvent("x"));
    const { "x-acme-time": time = "", "x-acme-signature": signature = "" } = good.headers ?? {};
    const strangers: readonly Sent[] = [
      { body: good.body },
      { body: good.body, headers: { "x-acme-time": time } },
      { body: good.body, headers: { "x-acme-signature": signature } },
      { ...good, body: `${good.body} ` },
      {
        ...good,
        headers: { "x-acme-time": String(Number(time) + 1), "x-acme-signature": signature },
      },
      { ...good, headers: { "x-acme-time": time, "x-acme-signature": `${signature}00` } },
      { ...good, headers: { "x-acme-time": time, "x-acme-signature": signature.slice(0, 32) } },
      { ...good, headers: { "x-acme-time": time, "x-acme-signature": "" } },
      { ...good, headers: { "x-acme-time": "NaN", "x-acme-signature": signature } },
      signDelivery(buildAddedEvent("x"), { key: "another" }),
      signDelivery(buildAddedEvent("x"), { key: "" }),
      signDelivery(buildAddedEvent("x"), { ago: 301 }),
      signDelivery(buildAddedEvent("x"), { ago: -330 }),
      { body: JSON.stringify({ type: "url_verification", challenge: "x" }) },
    ];
    const texts = new Set<string>();
    for (const stranger of strangers) {
      const response = await send(hook.url, stranger);
      const text = (await response.text()).replace(/req_[\w-]+/, "");
      texts.add(`${response.status} ${text}`);
    }
    expect([...texts]).toEqual([expect.stringMatching(/^401 .*Trigger_SignatureInvalid/)]);
    expect(await readCounts()).toEqual(before);
    // Not even its id was noted: the same delivery counts when its application sends it.
    expect(await readOutcome(send(hook.url, good))).toBe("200 taken");
    expect(await readCounts()).not.toEqual(before);
  });

  test("addresses that do not exist are refused with the same words, whatever is sent", async () => {
    const good = signDelivery(buildAddedEvent("x"));
    const token = hook.url.split("/").at(-1) ?? "";
    const buildAddress = (path: string): string => hook.url.replace(`acme/${token}`, path);
    const gone = await upsert({ shelf: "gone" }, await open("leaver"));
    await world().platform.triggerInstances.deleteTrigger({ id: gone.trigger });
    const texts = new Set<string>();
    for (const url of [
      buildAddress(`acme/${"0".repeat(22)}`),
      buildAddress(`plain/${token}`),
      buildAddress(`nokit/${token}`),
      buildAddress(`ACME/${token}`.toLowerCase().replace(token.toLowerCase(), `${token}0`)),
      gone.url,
    ]) {
      for (const sent of [
        good,
        { body: "{}" },
        signDelivery(buildAddedEvent("x"), { key: gone.secret }),
      ]) {
        const response = await send(url, sent);
        const text = (await response.text()).replace(/req_[\w-]+/, "");
        texts.add(`${response.status} ${text}`);
      }
    }
    expect([...texts]).toEqual([expect.stringMatching(/^404 .*Trigger_IngressNotFound/)]);
  });

  test("an event over 1 MiB is refused, and nothing of its delivery is stored", async () => {
    const before = await listDeliveries();
    const large = { thing: { title: "a".repeat(1024 * 1024) } };
    const refused = signDelivery(buildAddedEvent("large", large));
    expect(await readOutcome(send(hook.url, refused))).toBe("413 Webhook_EventTooLarge");
    expect(await listDeliveries()).toBe(before);
  });

  test("bodies that are too large, compressed, nested too deep or of another type are refused", async () => {
    const before = await listDeliveries();
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, " "));
    const good = signDelivery(buildAddedEvent("x"));
    const refusals = [
      [{ body: "a".repeat(25 * 1024 * 1024 + 1) }, "413 Request_BodyTooLarge"],
      [
        { body: new Uint8Array(bomb), headers: { "content-encoding": "gzip" } },
        "415 Request_MediaTypeUnsupported",
      ],
      [
        { ...good, headers: { ...good.headers, "content-type": "image/png" } },
        "415 Request_MediaTypeUnsupported",
      ],
      [signDelivery("{"), "400 Validation_Failed"],
      [signDelivery("[".repeat(100) + "]".repeat(100)), "400 Validation_Failed"],
      [signDelivery(`[${"{},".repeat(60_000)}{}]`), "400 Validation_Failed"],
    ] as const;
    for (const [sent, expected] of refusals) {
      expect(await readOutcome(send(hook.url, sent))).toBe(expected);
    }
    // Text is read as JSON only after it was verified, and only if that is quick.
    const deep = signDelivery("[".repeat(1_000_000));
    const headers = { ...deep.headers, "content-type": "text/plain" };
    expect(await readOutcome(send(hook.url, { ...deep, headers }))).toBe("200 taken");
    const large = signDelivery(buildAddedEvent("large", { filler: "a".repeat(20 * 1024 * 1024) }));
    expect(await readOutcome(send(hook.url, large))).toBe("200 taken");
    expect(await listDeliveries()).toBe(before + 1);
  });

  test("a key that is sent has to be a project's", async () => {
    const { keys } = world();
    const withKey = (key: string): Promise<string> => {
      const delivery = signDelivery(buildAddedEvent("x", { shelf: "none" }));
      return readOutcome(
        send(hook.url, { ...delivery, headers: { ...delivery.headers, "x-api-key": key } }),
      );
    };
    expect(await withKey(keys.owner)).toBe("403 Auth_ProjectKeyRequired");
    expect(await withKey("ak_unknown")).toBe("401 Auth_KeyInvalid");
    expect(await withKey(keys.other)).toBe("200 taken");
  });

  test("the address stays, and its secret is shown once", async () => {
    const account = await open("reader");
    const made = await upsert({ shelf: "mid" }, account);
    const again = await upsert({ shelf: "mid" }, account);
    expect(again).toEqual({ ...made, secret: `${made.secret.slice(0, 4)}...` });
    expect(made.secret.length).toBeGreaterThan(40);
    const text = JSON.stringify(
      await world().platform.triggerInstances.listActiveTriggers({ trigger_ids: [made.trigger] }),
    );
    expect(text).not.toContain(made.secret);
    expect(text).not.toContain(made.url.split("/").at(-1));
  });
}
