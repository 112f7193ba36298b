import { once } from "node:events";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { buffer } from "node:stream/consumers";
import { build } from "esbuild";
import { generate } from "specwright";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { isApiError } from "../../packages/runtime/src/v1/client.ts";
import type { Service } from "../../packages/runtime/src/v1/server.ts";
import { toUrl } from "../../packages/runtime/test/server-adapters.ts";
import { createProject, openModel } from "../../packages/specwright/test/client-project.ts";
import { emitFiles } from "../../packages/specwright/test/server-files.ts";
import { resolveInRoot } from "../../scripts/support/paths.ts";
import { document } from "./webhooks-document.ts";

// Below the repository, so that the generated code finds its runtime.
const folder = resolveInRoot(".cache/agreement-webhooks");

const secret = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazcMqMLGkEM=";

const old = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

type Send = (message: object, options?: object) => Promise<object>;

interface Generated {
  readonly createWebhookReceiver: (options: object) => Service;
  readonly createWebhookSender: (options?: object) => Readonly<Record<string, Send>>;
}

let webhooks: Generated;

beforeAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/document.json`, JSON.stringify(document));
  const result = await generate({ document: `${folder}/document.json`, out: `${folder}/out` });
  expect(result.diagnostics).toEqual([]);
  webhooks = await import(`${folder}/out/server/webhooks.js`);
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly payload: Buffer;
}

/** A receiver that is not ours. It answers as configured and records each request. */
async function startReceiver(
  answers: readonly Response[] = [],
): Promise<{ readonly url: string; readonly received: readonly Received[] }> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, payload: await buffer(request) });
    const answer = answers[received.length - 1] ?? new Response(null, { status: 204 });
    response.writeHead(answer.status, [...answer.headers].flat());
    response.end(await answer.text());
  });
  return { url: await listen(server), received };
}

async function listen(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `${toUrl(server.address())}/hooks/`;
}

const paid = { type: "order.paid", order_id: "o_1" };

const refunded = { type: "order.refunded", order_id: "é🎉" };

test("the libraries standardwebhooks and svix verify sent messages, with either secret of a rotation", async () => {
  const { url, received } = await startReceiver();
  const { orderRefunded } = webhooks.createWebhookSender();
  const delivery = await orderRefunded?.({ url, secret: [secret, old], body: refunded });
  const [message] = received;
  const headers = message?.headers as Record<string, string>;
  for (const key of [secret, old]) {
    for (const Library of [StandardWebhook, SvixWebhook]) {
      const verify = (payload: Buffer | undefined) =>
        new Library(key).verify(String(payload), headers);
      expect(() => verify(message?.payload)).not.toThrow();
      expect(() => verify(message?.payload.subarray(1))).toThrow();
    }
  }
  expect(headers["content-type"]).toBe("application/json");
  expect(delivery).toMatchObject({ id: headers["webhook-id"], status: 204, body: undefined });
});

test("our receiver accepts messages of our sender, whose headers have one value each", async () => {
  const handled: unknown[] = [];
  const receiver = webhooks.createWebhookReceiver({
    secret,
    handlers: {
      orderPaid: ({ id, body, header: given }: Record<string, unknown>) =>
        void handled.push([id, body, given]),
      orderRefunded: () => undefined,
    },
  });
  const { orderPaid } = webhooks.createWebhookSender({ fetch: receiver });
  const header = { "X-Attempt": 1 };
  const message = { url: "https://a.example/", secret, id: "msg_7", body: paid, header };
  expect(await orderPaid?.(message)).toMatchObject({ id: "msg_7", status: 204 });
  const given = { "webhook-id": "msg_7", "X-Version": "V1", "X-Attempt": 1 };
  expect(handled).toEqual([["msg_7", paid, given]]);
  await expect(orderPaid?.({ ...message, secret: old })).rejects.toMatchObject({ status: 401 });
});

test("a receiver that is unavailable gets the message again, with the same id and a signature of its own", async () => {
  const { url, received } = await startReceiver([new Response("busy", { status: 503 })]);
  const { orderRefunded } = webhooks.createWebhookSender({ middleware: [] });
  await orderRefunded?.({ url, secret, body: refunded });
  expect(received).toHaveLength(2);
  const [first, second] = received.map(({ headers }) => headers);
  expect(second?.["webhook-id"]).toBe(first?.["webhook-id"]);
  for (const { headers, payload } of received) {
    const verifier = new StandardWebhook(secret);
    expect(verifier.verify(payload, headers as Record<string, string>)).toEqual(refunded);
  }
});

test("a receiver that refuses is an ApiError with the beginning of its answer; a redirect is not followed", async () => {
  const long = "gone ".repeat(10_000);
  const { url, received } = await startReceiver([
    new Response(long, { status: 410, headers: { "content-type": "application/json" } }),
    new Response("", { status: 307, headers: { location: "http://127.0.0.1:1/" } }),
    new Response("{broken", { headers: { "content-type": "application/json" } }),
  ]);
  const { orderRefunded } = webhooks.createWebhookSender();
  const send = () => orderRefunded?.({ url, secret, body: refunded });
  const gone = await send()?.catch((error: unknown) => error);
  expect(isApiError(gone) && [gone.operation, gone.status, gone.body]).toEqual([
    "orderRefunded",
    410,
    long.slice(0, 4096),
  ]);
  await expect(send()).rejects.toMatchObject({ status: 307 });
  // The status is a success, so the body of the answer does not matter.
  expect(await send()).toMatchObject({ status: 200, body: "{broken" });
  expect(received).toHaveLength(3);
});

test.each([
  [{ type: "order.paid" }, "body.order_id: required"],
  [{ type: "order.refunded", order_id: "" }, "body.order_id: "],
  [{ type: "order.paid", order_id: "o" }, 'body.type: expected "order.refunded"'],
  [undefined, "body: missing"],
])("%j is not sent: %s", async (body, message) => {
  const { url, received } = await startReceiver();
  const { orderRefunded } = webhooks.createWebhookSender();
  await expect(orderRefunded?.({ url, secret, body })).rejects.toThrow(
    expect.objectContaining({ name: "TypeError", message: expect.stringContaining(message) }),
  );
  expect(received).toEqual([]);
});

test("an id that would make a signature ambiguous, and a malformed secret, are refused before anything is sent", async () => {
  const { url, received } = await startReceiver();
  const { orderRefunded } = webhooks.createWebhookSender({ retries: 0 });
  for (const wrong of [{ id: "a.b" }, { id: "é" }, { id: "" }, { secret: "" }, { secret: [] }]) {
    const message = { url, secret, body: refunded, ...wrong };
    await expect(orderRefunded?.(message)).rejects.toThrow(TypeError);
  }
  expect(received).toEqual([]);
});

test("a receiver of webhooks loads no router, and a bundle that only receives has no sender", async () => {
  const { metafile } = await build({
    stdin: {
      contents: `export { createWebhookReceiver } from "./out/server/webhooks.js";`,
      resolveDir: folder,
    },
    bundle: true,
    format: "esm",
    conditions: ["source"],
    write: false,
    metafile: true,
  });
  const [output] = Object.values(metafile.outputs);
  const used = Object.entries(output?.inputs ?? {}).flatMap(([file, { bytesInOutput }]) =>
    bytesInOutput > 0 ? [file] : [],
  );
  expect(used.filter((file) => file.includes("webhooks/receiver.ts"))).toHaveLength(1);
  expect(
    used.filter((file) => /server\/router\.ts|webhooks\/send|v1\/client\//.test(file)),
  ).toEqual([]);
});

test("the package of the server has the webhooks as an entry of their own", async () => {
  const out = `${folder}/packages`;
  const settings = { scope: "@acme", name: "shop", version: "1.0.0" };
  await generate({ document: `${folder}/document.json`, out, package: settings });
  const manifest = JSON.parse(await readFile(`${out}/server/package.json`, "utf8"));
  expect(manifest.exports["./webhooks"]).toEqual({
    types: "./webhooks.d.ts",
    default: "./webhooks.js",
  });
});

test("a sender is typed by the document, and compiles under strict rules", async () => {
  const project = createProject(emitFiles(openModel(document)));
  const consumer = `
import { createWebhookReceiver, createWebhookSender, type WebhookSender } from "./server/webhooks.js";
import type { OrderPaidWebhook, WebhookHandlers } from "./server/index.js";
const target = { url: "https://a.example", secret: ["whsec_YQ==", "whsec_Yg=="] as const };
const sender: WebhookSender = createWebhookSender({ retries: 0, headers: { "user-agent": "Shop" } });
export const handle = (message: OrderPaidWebhook): string => message.body.order_id;
export const handlers: WebhookHandlers = { orderPaid: () => {}, orderRefunded: async () => ({ status: 202 }) };
createWebhookReceiver({ secret: target.secret, handlers });
export async function uses() {
  const { id, status } = await sender.orderPaid(
    { ...target, body: { type: "order.paid", order_id: "1" }, header: { "X-Attempt": 1 } },
    { signal: AbortSignal.timeout(1) },
  );
  await sender.orderRefunded({ ...target, id, body: { type: "order.refunded", order_id: String(status) } });
  // @ts-expect-error another event
  sender.orderRefunded({ ...target, body: { type: "order.paid", order_id: "1" } });
  // @ts-expect-error a header is missing
  sender.orderPaid({ ...target, body: { type: "order.paid", order_id: "1" } });
  // @ts-expect-error a header that the sender sets
  sender.orderPaid({ ...target, body: { type: "order.paid", order_id: "1" }, header: { "X-Attempt": 1, "X-Version": "V1" } });
  // @ts-expect-error no secret
  sender.orderRefunded({ url: target.url, body: { type: "order.refunded", order_id: "1" } });
}
`;
  expect(await project.compile({ "consumer.ts": consumer })).toBe("");
});
