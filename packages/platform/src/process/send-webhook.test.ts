import { afterAll, beforeAll, expect, it } from "vitest";
import { createEgress } from "../base/egress/create-egress.ts";
import { answer, LoopbackServer } from "../base/egress/testing/loopback-server.ts";
import { createSendWebhook } from "./send-webhook.ts";
import { buildWebhookMessage } from "./testing/webhook-message.ts";

const receiver = new LoopbackServer("127.0.0.2", (url, response) => {
  const [, kind = "", value = ""] = url.split("/");
  switch (kind) {
    case "text":
      response.writeHead(500).end(decodeURIComponent(value));
      return;
    case "later":
      response.writeHead(503, JSON.parse(decodeURIComponent(value))).end();
      return;
    case "broken":
      response.writeHead(200, { "content-length": "100" }).write("half", () => response.destroy());
      return;
    default:
      answer(url, response);
  }
});
const egress = createEgress({ allow: ["127.0.0.2/32"] });
const send = createSendWebhook(egress);

beforeAll(() => receiver.listen());
afterAll(async () => {
  await egress.close();
  await receiver.close();
});

const attempt = (path: string) => {
  const url = `http://127.0.0.2:${receiver.port}${path}`;
  return send(buildWebhookMessage(url), new AbortController().signal);
};

it("a redirect is a failure, and its target is not called", async () => {
  const target = encodeURIComponent(`http://127.0.0.2:${receiver.port}/status/204`);
  const before = receiver.requests.length;
  for (const status of [301, 302, 303, 307, 308]) {
    expect(await attempt(`/to/${target}/${status}`)).toMatchObject({
      statusCode: status,
      error: `The receiver answered ${status}, and redirects are not followed.`,
      responseBody: "moved",
    });
  }
  expect(receiver.requests).toHaveLength(before + 5);
});

it("an endless answer is left after 20 kB, one that breaks off is not waited for, and only the status counts", async () => {
  expect(await attempt("/endless")).toMatchObject({
    statusCode: 200,
    error: null,
    responseBody: "a".repeat(512),
  });
  expect(await attempt("/broken")).toMatchObject({ error: null, responseBody: "half" });
});

it("the first 512 bytes of an answer are kept as text, without a character that is cut", async () => {
  const texts = [
    ["", ""],
    ["Unknown event", "Unknown event"],
    [`a${"é".repeat(400)}`, `a${"é".repeat(255)}`],
    ['\u0000"\\', '\u0000"\\'],
  ] as const;
  for (const [text, kept] of texts) {
    const outcome = await attempt(`/text/${encodeURIComponent(text)}`);
    expect(outcome).toMatchObject({ statusCode: 500, responseBody: kept });
  }
});

it("Retry-After is read as seconds and as a date, and otherwise ignored", async () => {
  const date = "Thu, 06 Feb 2026 12:00:00 GMT";
  const cases = [
    [{ "retry-after": "120" }, 120_000],
    [{ "retry-after": "Thu, 06 Feb 2026 12:01:30 GMT", date }, 90_000],
    [{ "retry-after": "Thu, 06 Feb 2026 11:00:00 GMT", date }, 0],
    [{ "retry-after": "soon" }, undefined],
    [{}, undefined],
  ] as const;
  for (const [headers, retryAfterMs] of cases) {
    const path = `/later/${encodeURIComponent(JSON.stringify(headers))}`;
    expect((await attempt(path)).retryAfterMs).toBe(retryAfterMs);
  }
});

it("an address that may not be called is not, and the reason names no address", async () => {
  const other = new LoopbackServer("127.0.0.1", (_, response) => response.end());
  await other.listen();
  const message = buildWebhookMessage(`http://127.0.0.1:${other.port}/`);
  expect(await send(message, new AbortController().signal)).toMatchObject({
    statusCode: null,
    error: "The address may not be called: it is not a public https address.",
    responseBody: "",
  });
  expect(other.requests).toEqual([]);
  await other.close();
});
