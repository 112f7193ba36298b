import { createHash } from "node:crypto";
import { createServer } from "node:http";
import express from "express";
import { expect, onTestFinished, test } from "vitest";
import {
  createAgentContext,
  createService,
  jsonHeaders,
  toUrl,
} from "../../test/server-adapters.ts";
import { createExpressHandler } from "./express.ts";
import { createNodeListener } from "./node.ts";

test("Express with a body parser in front: the parsed body is used, and still limited", async () => {
  const app = express();
  app.use(express.json({ limit: "1mb" }), express.text({ type: "text/plain" }));
  app.use("/v1", createExpressHandler(createService().service, createAgentContext));
  const server = app.listen(0);
  onTestFinished(() => void server.close());
  const url = `${toUrl(server.address())}/v1/items`;
  const send = (body: string) => fetch(url, { method: "POST", body, headers: jsonHeaders });
  expect(await (await send('{"a":[1]}')).json()).toEqual({ received: { a: [1] } });
  expect((await send(JSON.stringify({ a: "x".repeat(2000) }))).status).toBe(413);
});

test("Express with a body parser in front: bytes that it kept are used, others are reported as lost", async () => {
  const app = express();
  const { service, seen } = createService();
  app.use("/kept", express.raw({ type: "application/json" }));
  app.use("/lost", express.json());
  app.use(["/kept", "/lost"], createExpressHandler(service, createAgentContext));
  const server = app.listen(0);
  onTestFinished(() => void server.close());
  const send = (mount: string) =>
    fetch(`${toUrl(server.address())}/${mount}/signed`, {
      method: "POST",
      body: '{ "a":1 }',
      headers: jsonHeaders,
    });
  expect(await (await send("kept")).json()).toEqual({
    digest: createHash("sha256").update('{ "a":1 }').digest("hex"),
    value: { a: 1 },
  });
  expect((await send("lost")).status).toBe(500);
  expect(String(seen.errors[0])).toContain("was read before the router");
});

test("a body that something else has read is the application's mistake, and reported as such", async () => {
  const { service, seen } = createService();
  const server = createServer(async (incoming, outgoing) => {
    for await (const _ of incoming) {
      // read it all
    }
    createNodeListener(service, createAgentContext)(incoming, outgoing);
  }).listen(0);
  onTestFinished(() => void server.close());
  const url = `${toUrl(server.address())}/items`;
  const response = await fetch(url, { method: "POST", body: "{}", headers: jsonHeaders });
  expect(response.status).toBe(500);
  expect(String(seen.errors[0])).toContain("was read before the router");
});
