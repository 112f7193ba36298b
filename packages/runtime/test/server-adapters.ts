import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { serve } from "@hono/node-server";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import { onTestFinished } from "vitest";
import { createExpressHandler } from "../src/v1/express.ts";
import { createFastifyPlugin } from "../src/v1/fastify.ts";
import { createHonoHandler } from "../src/v1/hono.ts";
import { createNodeListener } from "../src/v1/node.ts";
import { createRouter, type OperationDefinition, type Service } from "../src/v1/server.ts";

/** The context that the adapters of the tests pass to handlers. */
export interface Context {
  readonly agent: string | undefined;
}

/** Starts a real server with the adapter; answers its address. */
export type Start = (service: Service<Context>) => Promise<string>;

/** The context of a request of node:http. */
export const createAgentContext: (incoming: IncomingMessage) => Context = ({ headers }) => ({
  agent: headers["user-agent"],
});

/** Every adapter on a real server, which stops when the test ends. */
export const adapters: readonly (readonly [string, Start])[] = [
  [
    "node",
    async (service) => {
      const server = createServer(createNodeListener(service, createAgentContext)).listen(0);
      onTestFinished(() => void server.close());
      await once(server, "listening");
      return toUrl(server.address());
    },
  ],
  [
    "hono",
    async (service) => {
      const app = new Hono();
      app.all(
        "*",
        createHonoHandler(service, (c) => ({
          agent: c.req.raw.headers.get("user-agent") ?? undefined,
        })),
      );
      return new Promise((resolve) => {
        const server = serve({ fetch: app.fetch, port: 0 }, (info) =>
          resolve(`http://localhost:${info.port}`),
        );
        onTestFinished(() => void server.close());
      });
    },
  ],
  [
    "express",
    async (service) => {
      const app = express();
      app.get("/own", (_request, response) => void response.send("own"));
      app.use(createExpressHandler(service, createAgentContext));
      const server = app.listen(0);
      onTestFinished(() => void server.close());
      await once(server, "listening");
      return toUrl(server.address());
    },
  ],
  [
    "fastify",
    async (service) => {
      const app = fastify();
      app.addHook("onSend", async (_request, reply) => void reply.header("x-hook", "ran"));
      app.register(createFastifyPlugin(service, ({ raw }) => createAgentContext(raw)));
      onTestFinished(() => void app.close());
      return app.listen({ port: 0, host: "127.0.0.1" });
    },
  ],
];

/** The URL of a listening server. */
export function toUrl(address: AddressInfo | string | null): string {
  return typeof address === "object" && address !== null
    ? `http://localhost:${address.port}`
    : String(address);
}

const operations: readonly OperationDefinition[] = [
  {
    name: "get",
    method: "GET",
    path: "/items/{id}",
    parameters: [
      { name: "id", in: "path" },
      { name: "tag", in: "query", type: { type: "array" } },
      { name: "x-list", in: "header", type: { type: "array" } },
      { name: "a", in: "cookie" },
    ],
    responses: { 200: ["application/json"] },
  },
  {
    name: "post",
    method: "POST",
    path: "/items",
    body: { required: true, content: { "application/json": {} } },
    responses: { 201: ["application/json"] },
  },
  {
    name: "signed",
    method: "POST",
    path: "/signed",
    body: { required: true, content: { "application/json": {}, "*/*": {} } },
    isRawBodyKept: true,
    responses: { 200: ["application/json"] },
  },
  {
    name: "upload",
    method: "PUT",
    path: "/upload",
    body: { required: true, content: { "application/octet-stream": {} } },
    responses: { 200: ["application/json"] },
  },
  { name: "stream", method: "GET", path: "/stream", responses: { 200: ["text/event-stream"] } },
  { name: "abort", method: "GET", path: "/abort", responses: { 200: ["application/json"] } },
];

interface Input {
  readonly [name: string]: unknown;
  readonly body: ReadableStream<Uint8Array>;
  readonly rawBody: Uint8Array;
  readonly context: Context;
  readonly request: Request;
}

/** Records the inputs of handlers for the tests. */
export class Seen {
  /** When the signal of `abort` aborts; undefined before that handler has begun. */
  aborted: Promise<unknown> | undefined;
  /** When the upload's handler starts to read. */
  reading: Promise<void> = Promise.resolve();
  cancelled: boolean = false;
  readonly errors: unknown[] = [];
}

/** A router whose handlers answer, stream, wait and fail. */
export function createService(): {
  service: Service<Context>;
  seen: Seen;
} {
  const seen = new Seen();
  const handlers = {
    get: ({ path, query, header, cookie, context, request }: Input) => ({
      status: 200,
      headers: { "Set-Cookie": ["one=1; Path=/", "two=2"], "x-custom": 5 },
      body: { path, query, header, cookie, context, url: new URL(request.url).pathname },
    }),
    post: ({ body }: Input) => ({ status: 201, body: { received: body } }),
    signed: async ({ body, rawBody }: Input) => ({
      status: 200,
      body: {
        digest: createHash("sha256").update(rawBody).digest("hex"),
        value: body instanceof ReadableStream ? await new Response(body).text() : body,
      },
    }),
    upload: async ({ body }: Input) => {
      await seen.reading;
      let size = 0;
      for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
        size += chunk.byteLength;
      }
      return { status: 200, body: { size } };
    },
    stream: ({ request }: Input) => ({
      status: 200,
      body: endless(seen, request.headers.get("x-fail") !== null),
    }),
    abort: async ({ request }: Input) => {
      seen.aborted = once(request.signal, "abort");
      await seen.aborted;
      return { status: 200, body: {} };
    },
  };
  const service = createRouter<Context>(
    { operations, securitySchemes: {}, validators: {} },
    { handlers, security: {} },
    {
      bodyLimit: 1000,
      bodyLimits: { upload: 100_000_000 },
      onError: (error) => void seen.errors.push(error),
    },
  );
  return { service, seen };
}

function endless(seen: Seen, fails: boolean): ReadableStream<Uint8Array> {
  let count = 0;
  return new ReadableStream({
    pull: async (controller) => {
      count += 1;
      if (fails && count > 2) {
        throw new Error("source");
      }
      // A slow source. No test counts its items.
      await sleep(5);
      controller.enqueue(new TextEncoder().encode(`data: ${count}\n\n`));
    },
    cancel: () => {
      seen.cancelled = true;
    },
  });
}

/** Of most bodies. */
export const jsonHeaders: Readonly<Record<string, string>> = { "content-type": "application/json" };

/** A request, its body in pieces. */
export interface Exchange {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly pieces?: readonly string[];
}

/** The received answer. */
export interface Exchanged {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A request by node:http, which sends what fetch would not. */
export async function exchange(
  url: string,
  { method = "GET", headers = {}, pieces = [] }: Exchange,
): Promise<Exchanged> {
  const outgoing = request(url, { method, headers: headers as Record<string, string[]> });
  outgoing.on("error", () => undefined);
  const answered = once(outgoing, "response") as Promise<[IncomingMessage]>;
  for (const piece of pieces) {
    outgoing.write(piece);
    // Usually the pieces arrive one by one. The answer is the same when they do not.
    await sleep(2);
  }
  outgoing.end();
  const [response] = await answered;
  let text = "";
  for await (const chunk of response) {
    text += String(chunk);
  }
  return { status: response.statusCode, headers: response.headers, text };
}
