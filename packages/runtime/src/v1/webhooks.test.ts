import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { afterEach, expect, test, vi } from "vitest";
import * as z from "zod";
import {
  createWebhookReceiver,
  createWebhookVerifier,
  type WebhookDefinition,
  type WebhookReceiverOptions,
  type WebhookSecret,
} from "./webhooks.ts";

const secret = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazcMqMLGkEM=";
const other = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

/** The time of tests about the age of a message. */
const now = "2026-11-21T10:00:00Z";

afterEach(() => vi.useRealTimers());

interface Sending {
  readonly secret?: string;
  readonly id?: string;
  readonly at?: Date;
  readonly prefix?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly sender?: { sign(id: string, at: Date, payload: string): string };
}

/** A message that another library has signed. */
function message(payload: string, sending: Sending = {}): Request {
  const { id = "msg_1", at = new Date(), prefix = "webhook", headers } = sending;
  const sender = sending.sender ?? new StandardWebhook(sending.secret ?? secret);
  return new Request("http://localhost/hooks", {
    method: "POST",
    body: payload,
    headers: {
      "content-type": "application/json",
      [`${prefix}-id`]: id,
      [`${prefix}-timestamp`]: String(Math.floor(at.getTime() / 1000)),
      [`${prefix}-signature`]: sender.sign(id, at, payload),
      ...headers,
    },
  });
}

async function verify(
  secrets: WebhookSecret | readonly WebhookSecret[],
  request: Request,
): Promise<string> {
  const check = createWebhookVerifier(secrets);
  return check(request.headers, await request.bytes()).then(
    ({ id }) => id,
    (error: { reason: string }) => error.reason,
  );
}

test("messages that the libraries standardwebhooks and svix sign are accepted", async () => {
  const payload = '{"type":"é🎉","n":1}';
  expect(await verify(secret, message(payload, { id: "msg_standard" }))).toBe("msg_standard");
  const svix = new SvixWebhook(secret);
  expect(await verify(secret, message(payload, { sender: svix, prefix: "svix" }))).toBe("msg_1");
  const bare = secret.slice("whsec_".length);
  expect(await verify(bare, message(payload))).toBe("msg_1");
});

test("a raw secret is its own characters, or bytes", async () => {
  const sender = new StandardWebhook("whsec_text", { format: "raw" });
  expect(await verify({ raw: "whsec_text" }, message("{}", { sender }))).toBe("msg_1");
  expect(await verify(new TextEncoder().encode("whsec_text"), message("{}", { sender }))).toBe(
    "msg_1",
  );
});

test("any secret and any signature will do while secrets are rotated", async () => {
  expect(await verify([other, secret], message("{}"))).toBe("msg_1");
  const both = message("{}", { secret: other });
  const old = message("{}").headers.get("webhook-signature");
  const signatures = `v1a,xyz v2,abc ${old} ${both.headers.get("webhook-signature")}`;
  expect(await verify(other, message("{}", { headers: { "webhook-signature": signatures } }))).toBe(
    "msg_1",
  );
});

test.each<[string, Sending, string]>([
  ["of another secret", { secret: other }, "no-matching-signature"],
  ["without an id", { headers: { "webhook-id": "" } }, "missing-headers"],
  [
    "with another id than was signed",
    { headers: { "webhook-id": "msg_2" } },
    "no-matching-signature",
  ],
  [
    "with a garbled signature",
    { headers: { "webhook-signature": "v1,!" } },
    "no-matching-signature",
  ],
  [
    "with half a signature",
    { headers: { "webhook-signature": "v1,AAAA" } },
    "no-matching-signature",
  ],
  ["with a garbled time", { headers: { "webhook-timestamp": "1e9" } }, "malformed-timestamp"],
  ["from 301 seconds ago", { at: new Date(Date.parse(now) - 301_000) }, "too-old"],
  ["from 301 seconds ahead", { at: new Date(Date.parse(now) + 301_000) }, "too-new"],
])("a message %s is refused", async (_, sending, reason) => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(now) });
  expect(await verify(secret, message("{}", sending))).toBe(reason);
});

test("a changed body is refused; 300 seconds of age are not", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(now) });
  const { headers } = message('{"a":1}');
  const check = createWebhookVerifier(secret);
  await expect(check(headers, new TextEncoder().encode('{"a":2}'))).rejects.toThrow(
    "cannot be trusted",
  );
  for (const age of [300_000, -300_000]) {
    expect(await verify(secret, message("{}", { at: new Date(Date.now() - age) }))).toBe("msg_1");
  }
});

test.each(["", "whsec_", "whsec_not base64!"])("the secret %j is refused at once", (bad) => {
  expect(() => createWebhookVerifier(bad)).toThrow(TypeError);
  expect(() => createWebhookVerifier([])).toThrow(TypeError);
});

const webhooks: readonly WebhookDefinition[] = [
  {
    name: "orderPaid",
    method: "POST",
    path: "orderPaid",
    parameters: [{ name: "x-version", in: "header" }],
    responses: { 202: [] },
    conditions: [
      { in: "header", name: "X-Version", values: ["V3"] },
      { in: "body", name: "type", values: ["order.paid", "order.settled"] },
    ],
  },
  {
    name: "orderRefunded",
    method: "POST",
    path: "orderRefunded",
    responses: { 200: ["application/json"] },
    conditions: [{ in: "body", name: "type", values: ["order.refunded"] }],
  },
  { name: "anything", method: "POST", path: "anything", responses: {}, conditions: [] },
];
const validators = {
  orderPaid: {
    requestBody: { "application/json": z.object({ amount: z.int("expected integer") }) },
  },
  anything: {
    requestBody: { "application/json": z.object({ legacy: z.literal(true, "must be true") }) },
  },
};

function start(
  handlers: Readonly<Record<string, (message: never) => unknown>> = {},
  options: Partial<WebhookReceiverOptions> = {},
) {
  const received: Readonly<Record<string, unknown>>[] = [];
  const keep = (name: string) => (each: object) => void received.push({ name, ...each });
  const names = ["orderPaid", "orderRefunded", "anything"];
  const all = Object.fromEntries(names.map((name) => [name, keep(name)]));
  const receiver = createWebhookReceiver(
    { webhooks, validators },
    { ...all, ...handlers },
    { secret, ...options },
  );
  return { receiver, received };
}

test("a message is dispatched by header and type, with its signed bytes", async () => {
  const { receiver, received } = start();
  const at = new Date(1000 * Math.floor(Date.now() / 1000));
  const payload = '{"type":"order.paid","amount":5}';
  const response = await receiver(message(payload, { at, headers: { "x-version": "V3" } }));
  expect([response.status, await response.text()]).toEqual([202, ""]);
  expect(received).toEqual([
    {
      name: "orderPaid",
      id: "msg_1",
      timestamp: at,
      body: { type: "order.paid", amount: 5 },
      header: { "x-version": "V3" },
      context: undefined,
    },
  ]);
});

test("a message that no condition takes goes to the webhook whose schema fits", async () => {
  const { receiver, received } = start();
  expect((await receiver(message('{"legacy":true}'))).status).toBe(204);
  expect(received[0]?.name).toBe("anything");
});

test("an invalid message is refused with a line for each field", async () => {
  const { receiver, received } = start();
  const headers = { "x-version": "V3" };
  const wrong = await receiver(message('{"type":"order.settled","amount":"5"}', { headers }));
  expect([wrong.status, await wrong.json()]).toMatchObject([
    400,
    { errors: ["body.amount: expected integer"] },
  ]);
  for (const payload of ["{", "", `${"[".repeat(99)}${"]".repeat(99)}`]) {
    expect((await receiver(message(payload))).status).toBe(400);
  }
  expect(received).toEqual([]);
});

test("a handler may answer for itself; one that throws is a 500, so that the sender tries again", async () => {
  const onError = vi.fn();
  const { receiver } = start(
    {
      orderRefunded: () => ({ status: 200, body: { seen: true } }),
      anything: () => Promise.reject(new Error("database")),
    },
    { onError },
  );
  const answered = await receiver(message('{"type":"order.refunded"}'));
  expect([answered.status, await answered.json()]).toEqual([200, { seen: true }]);
  expect((await receiver(message('{"legacy":true}'))).status).toBe(500);
  expect(onError).toHaveBeenCalledOnce();
});

test("an unsigned message is 401 before it is parsed, a large one 413, a GET 405", async () => {
  const { receiver } = start({}, { bodyLimit: 100 });
  const unsigned = new Request("http://localhost", { method: "POST", body: "{" });
  expect((await receiver(unsigned)).status).toBe(401);
  expect((await receiver(message(`"${"x".repeat(100)}"`))).status).toBe(413);
  const get = await receiver(new Request("http://localhost"));
  expect([get.status, get.headers.get("allow")]).toEqual([405, "POST"]);
});

test("an event that the document does not know is acknowledged and reported", async () => {
  const onUnknown = vi.fn();
  const receiver = createWebhookReceiver(
    { webhooks: webhooks.slice(0, 2), validators },
    { orderPaid: () => undefined, orderRefunded: () => undefined },
    { secret, onUnknown },
  );
  expect((await receiver(message('{"type":"order.lost"}'))).status).toBe(204);
  expect(onUnknown).toHaveBeenCalledWith(expect.objectContaining({ body: { type: "order.lost" } }));
});

test("a receiver without all of its handlers is refused when it is created", () => {
  expect(() => createWebhookReceiver({ webhooks, validators }, {}, { secret })).toThrow(
    "handlers: missing orderPaid",
  );
});
