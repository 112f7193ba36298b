import { expect, it } from "vitest";
import { createEgress } from "../base/egress/create-egress.ts";
import { LoopbackServer } from "../base/egress/testing/loopback-server.ts";
import { createSendWebhook } from "./send-webhook.ts";
import { buildWebhookMessage } from "./testing/webhook-message.ts";

it("an attempt has 15 seconds, whether the receiver says nothing or a little all the time", async () => {
  const receiver = new LoopbackServer("127.0.0.2", (url, response) => {
    if (url === "/silent") {
      return;
    }
    if (url === "/slow-head") {
      response.socket?.write("HTTP/1.1 200 OK\r\n");
    } else {
      response.writeHead(200).write("a");
    }
    const drip = setInterval(
      () => response.socket?.write(url === "/slow-head" ? "x-a: b\r\n" : "1\r\na\r\n"),
      1_000,
    );
    response.once("close", () => clearInterval(drip));
  });
  await receiver.listen();
  const egress = createEgress({ allow: ["127.0.0.2/32"] });
  const send = createSendWebhook(egress);
  const measure = async (path: string) => {
    const begin = performance.now();
    const message = buildWebhookMessage(`http://127.0.0.2:${receiver.port}${path}`);
    const { error, statusCode } = await send(message, new AbortController().signal);
    return { error, statusCode, seconds: Math.round((performance.now() - begin) / 1_000) };
  };
  const late = "The receiver did not answer within 15 seconds.";
  expect(
    await Promise.all(["/silent", "/slow-head", "/slow-body"].map((path) => measure(path))),
  ).toEqual([
    { error: late, statusCode: null, seconds: 15 },
    { error: late, statusCode: null, seconds: 15 },
    // Its status is known, and only the status counts.
    { error: null, statusCode: 200, seconds: 15 },
  ]);
  await egress.close();
  await receiver.close();
}, 30_000);
