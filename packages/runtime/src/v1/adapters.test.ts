import { createHash } from "node:crypto";
import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import fastify from "fastify";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  adapters,
  createAgentContext,
  createService,
  exchange,
  jsonHeaders,
} from "../../test/server-adapters.ts";
import { createFastifyPlugin } from "./fastify.ts";

describe.each(adapters)("%s", (name, start) => {
  test("decodes every location, hands the context over and repeats Set-Cookie", async () => {
    const url = await start(createService().service);
    const response = await fetch(`${url}/items/a%2Fb%20c?tag=1&tag=2&x=%00`, {
      headers: { "x-list": "p, q", cookie: "a=1; b=2", "user-agent": "me" },
    });
    expect(response.status).toBe(200);
    expect(response.headers.getSetCookie()).toEqual(["one=1; Path=/", "two=2"]);
    expect(response.headers.get("x-custom")).toBe("5");
    expect(await response.json()).toEqual({
      path: { id: "a/b c" },
      query: { tag: ["1", "2"] },
      header: { "x-list": ["p", "q"] },
      cookie: { a: "1" },
      context: { agent: "me" },
      url: "/items/a%2Fb%20c",
    });
  });

  test("keeps the bytes of a body as they came, beside the parsed value", async () => {
    const url = await start(createService().service);
    // JSON that would look different after parsing and encoding it again: spaces, an escaped letter, an exponent.
    const text = '{ "b":1e2,"a" : "\\u00e9é" }\n';
    const cases = [
      [text, "application/json", { a: "éé", b: 100 }],
      [text, "application/vnd.other+json", text],
      ["a,b\r\n", "text/csv", "a,b\r\n"],
      ["bytes", "application/octet-stream", "bytes"],
      // Some senders of webhooks do not send a content type.
      ["bytes", undefined, "bytes"],
    ] as const;
    for (const [body, type, value] of cases) {
      const headers = type === undefined ? {} : { "content-type": type };
      const pieces = [body.slice(0, 4), body.slice(4)];
      const answer = await exchange(`${url}/signed`, { method: "POST", headers, pieces });
      expect([type, answer.status, JSON.parse(answer.text)]).toEqual([
        type,
        200,
        { digest: createHash("sha256").update(body).digest("hex"), value },
      ]);
    }
    const bad = await fetch(`${url}/signed`, { method: "POST", body: "{", headers: jsonHeaders });
    expect(bad.status).toBe(400);
    const headers = { "content-type": "application/octet-stream" };
    const large = await fetch(`${url}/signed`, { method: "POST", body: "x".repeat(1001), headers });
    expect(large.status).toBe(413);
  });

  test("joins repeated request headers", async () => {
    const url = await start(createService().service);
    const raw = await exchange(`${url}/items/a`, { headers: { "x-list": ["p", "q"] } });
    expect(JSON.parse(raw.text).header).toEqual({ "x-list": ["p", "q"] });
  });

  test("reads JSON bodies, whole and in pieces, and answers errors in between on one connection", async () => {
    const url = await start(createService().service);
    for (const [body, status] of [
      ['{"é":[1,2,"🎉"]}', 201],
      ["{", 400],
      ['{"a":1}', 201],
    ] as const) {
      const response = await fetch(`${url}/items`, { method: "POST", body, headers: jsonHeaders });
      expect(response.status).toBe(status);
      const answer = (await response.json()) as { received?: unknown };
      expect(answer.received).toEqual(status === 201 ? JSON.parse(body) : undefined);
    }
    const pieces = await exchange(`${url}/items`, {
      method: "POST",
      headers: { ...jsonHeaders, "transfer-encoding": "chunked" },
      pieces: ['{"sp', 'lit":', "true}"],
    });
    expect([pieces.status, pieces.text]).toEqual([201, '{"received":{"split":true}}']);
    expect((await fetch(`${url}/items`, { method: "POST" })).status).toBe(400);
  });

  test("HEAD has the headers of GET and no body", async () => {
    const url = await start(createService().service);
    const get = await exchange(`${url}/items/a`, {});
    const head = await exchange(`${url}/items/a`, { method: "HEAD" });
    expect(head.status).toBe(200);
    expect(head.text).toBe("");
    expect(head.headers["content-length"]).toBe(String(Buffer.byteLength(get.text)));
    expect(head.headers["content-type"]).toBe("application/json");
  });

  test("404, 405 and OPTIONS", async () => {
    const url = await start(createService().service);
    expect((await fetch(`${url}/nowhere`)).status).toBe(404);
    const wrong = await fetch(`${url}/items`, { method: "PATCH", body: "x" });
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
    const options = await fetch(`${url}/items`, { method: "OPTIONS" });
    expect([options.status, await options.text()]).toEqual([204, ""]);
  });

  test("413 for a body that announces too much, and for one that does not announce it", async () => {
    const url = await start(createService().service);
    const large = "x".repeat(3_000_000);
    const announced = await fetch(`${url}/items`, {
      method: "POST",
      body: large,
      headers: jsonHeaders,
    });
    expect([announced.status, await announced.json()]).toEqual([
      413,
      expect.objectContaining({ status: 413 }),
    ]);
    const chunked = await exchange(`${url}/items`, {
      method: "POST",
      headers: { ...jsonHeaders, "transfer-encoding": "chunked" },
      pieces: Array(30).fill("y".repeat(100_000)),
    });
    expect(chunked.status).toBe(413);
    expect((await fetch(`${url}/items/a`)).status).toBe(200);
  });

  test("a large body is streamed into the handler, no faster than it reads", async () => {
    const { service, seen } = createService();
    const url = await start(service);
    let sent = 0;
    const body = new ReadableStream({
      pull: (controller) => {
        sent += 1;
        controller.enqueue(new Uint8Array(1_000_000));
        if (sent === 60) {
          controller.close();
        }
      },
    });
    const reading = Promise.withResolvers<void>();
    seen.reading = reading.promise;
    const half: object = { duplex: "half" };
    const headers = { "content-type": "application/octet-stream" };
    const pending = fetch(`${url}/upload`, { method: "PUT", body, headers, ...half });
    // The handler does not read yet. A longer pause would only make it likelier that a mistake is seen.
    await sleep(300);
    expect(sent).toBeLessThan(40);
    reading.resolve();
    expect(await (await pending).json()).toEqual({ size: 60_000_000 });
  });

  test("an answer is streamed, and its source is cancelled when the client goes away", async () => {
    const { service, seen } = createService();
    const url = await start(service);
    const abort = new AbortController();
    const response = await fetch(`${url}/stream`, { signal: abort.signal });
    expect(response.headers.get("content-type")).toBe("text/event-stream;charset=utf-8");
    const reader = response.body?.getReader();
    const first = await reader?.read();
    expect(new TextDecoder().decode(first?.value)).toContain("data: 1");
    abort.abort();
    await expect.poll(() => seen.cancelled).toBe(true);
    expect(seen.errors).toEqual([]);
  });

  test("a stream that fails ends the connection, not the process", async () => {
    const { service } = createService();
    const url = await start(service);
    const response = await fetch(`${url}/stream`, { headers: { "x-fail": "1" } });
    await expect(response.text()).rejects.toThrow();
    expect((await fetch(`${url}/items/a`)).status).toBe(200);
  });

  test("the request's signal aborts when the client goes away", async () => {
    const { service, seen } = createService();
    const url = await start(service);
    const abort = new AbortController();
    const pending = fetch(`${url}/abort`, { signal: abort.signal }).catch(() => "gone");
    await expect.poll(() => seen.aborted !== undefined).toBe(true);
    abort.abort();
    expect(await pending).toBe("gone");
    await expect(seen.aborted).resolves.toBeDefined();
  });

  test("a client that goes away in the middle of its body harms nobody", async () => {
    const { service, seen } = createService();
    const url = await start(service);
    const outgoing = request(`${url}/items`, {
      method: "POST",
      headers: { ...jsonHeaders, "content-length": 500 },
    });
    outgoing.on("error", () => undefined);
    outgoing.write('{"half":');
    // The part usually arrives in this time. If it does not, the client only goes away earlier.
    await sleep(50);
    outgoing.destroy();
    // A longer pause would only make it likelier that a mistake is seen.
    await sleep(50);
    expect((await fetch(`${url}/items/a`)).status).toBe(200);
    expect(seen.errors).toEqual([]);
  });

  test("middleware around the router still works", async () => {
    const url = await start(createService().service);
    const response = await fetch(`${url}/${name === "express" ? "own" : "items/a"}`);
    expect(response.status).toBe(200);
    expect(response.headers.get("x-hook")).toBe(name === "fastify" ? "ran" : null);
  });
});

test("Fastify with a prefix serves the document's paths below it", async () => {
  const app = fastify();
  app.register(
    createFastifyPlugin(createService().service, ({ raw }) => createAgentContext(raw)),
    { prefix: "/v1" },
  );
  app.post("/own", async (incoming) => ({ parsed: incoming.body }));
  onTestFinished(() => void app.close());
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  expect((await fetch(`${url}/v1/items/a`)).status).toBe(200);
  const own = await fetch(`${url}/own`, { method: "POST", body: '{"a":1}', headers: jsonHeaders });
  expect(await own.json()).toEqual({ parsed: { a: 1 } });
});
