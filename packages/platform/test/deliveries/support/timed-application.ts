import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { writePlainHead } from "../../../src/applications/toolkits/testing/write-plain-head.ts";

/** Things of a page of the list. */
const pageSize = 5;

/** Milliseconds that an answer takes, so that kills meet calls on their way. */
const answerMs = 300;

/** A hook that the application made. */
export interface TimedHook {
  readonly id: string;
  readonly url: string;
  /** The secret that its deliveries carry. */
  readonly token: string;
  /** Milliseconds of `performance.now()`. */
  readonly at: number;
}

/** An application on loopback with a list to poll, and with hooks that end. */
export interface TimedApplication {
  readonly toolkits: string;
  /** Titles, the newest first. */
  readonly things: { readonly title: string; readonly at: string }[];
  /** The number of lists that were read from their beginning. */
  polls: number;
  /** The number of calls whose caller was gone before the answer. */
  cut: number;
  /** True to answer one call at a time only when its caller is gone. A kill of that caller certainly meets a call. */
  isHolding: boolean;
  /** The call that is held. */
  held: ServerResponse | undefined;
  /** Every hook that was ever made, and those that exist. */
  readonly made: TimedHook[];
  readonly hooks: Set<string>;
  /** Seconds after which a hook ends. */
  lifeSeconds: number;
  close(): Promise<void>;
}

/** Starts it on 127.0.0.1, and writes its toolkit `shore` into a folder. */
export async function startTimedApplication(): Promise<TimedApplication> {
  const server = createServer(async (incoming, outgoing) => {
    const { pathname, searchParams } = new URL(incoming.url ?? "/", "http://application");
    const pieces: string[] = [];
    for await (const piece of incoming) {
      pieces.push(String(piece));
    }
    const body = JSON.parse(pieces.join("") || "{}");
    const answer = respond(application, pathname, { page: searchParams.get("page"), ...body });
    await sleep(answerMs);
    if (application.isHolding && application.held === undefined) {
      application.held = outgoing;
      while (application.isHolding && !outgoing.destroyed) {
        await sleep(20);
      }
      application.held = undefined;
    }
    application.cut += outgoing.destroyed ? 1 : 0;
    outgoing.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  const toolkits = mkdtempSync(join(tmpdir(), "platform-shore-"));
  writeFileSync(join(toolkits, "shore.yaml"), buildDocument(`http://127.0.0.1:${port}`));
  const application: TimedApplication = {
    toolkits,
    things: [],
    polls: 0,
    cut: 0,
    isHolding: false,
    held: undefined,
    made: [],
    hooks: new Set(),
    lifeSeconds: 3600,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return application;
}

function respond(
  application: TimedApplication,
  path: string,
  body: {
    readonly page: string | null;
    readonly id?: string;
    readonly address?: string;
    readonly token?: string;
  },
): unknown {
  const { id = "" } = body;
  if (path === "/watch") {
    const { address: url = "", token = "" } = body;
    application.made.push({ id, url, token, at: performance.now() });
    application.hooks.add(id);
    // It really ends: nothing is sent to it afterwards.
    setTimeout(() => application.hooks.delete(id), application.lifeSeconds * 1000).unref();
    return { id, expiration: String(Date.now() + application.lifeSeconds * 1000) };
  }
  if (path === "/stop") {
    application.hooks.delete(id);
    return {};
  }
  const start = Number(body.page ?? 0);
  application.polls += start === 0 ? 1 : 0;
  const things = application.things.slice(start, start + pageSize);
  const next = start + pageSize < application.things.length ? String(start + pageSize) : undefined;
  return { things, ...(next !== undefined && { next }) };
}

function buildDocument(url: string): string {
  return `${writePlainHead("shore", url)}
  webhooks:
    signature: { scheme: token, header: X-Channel-Token }
    delivery: { header: X-Message }
    hooks:
      register: { operation: watch, arguments: { id: '{uuid}', address: '{url}', token: '{secret}' }, id: /id, expires: { pointer: /expiration, unit: milliseconds } }
      unregister: { operation: stop, arguments: { id: '{id}' } }
  auth: [{ mode: API_KEY, security_scheme: key, name: Key }]
security: [{ key: [] }]
components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }
paths:
  /things:
    get:
      operationId: listThings
      summary: List things
      description: Lists the things.
      x-platform-trigger:
        type: poll
        slug: SHORE_THING_LISTED
        name: Thing listed
        config: { type: object, properties: { shelf: { type: string } }, additionalProperties: false }
        payload: { type: object, properties: { title: { type: string } }, required: [title] }
        poll: { items: /things, identity: [/title], time: { pointer: /at }, next: { pointer: /next, argument: page }, data: { title: /title } }
      parameters: [{ name: page, in: query, schema: { type: string } }]
      responses: &ok { '200': { description: Done. } }
  /watch: { post: { operationId: watch, summary: Watch, description: Makes a channel., requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { id: { type: string }, address: { type: string }, token: { type: string } } } } } }, responses: *ok } }
  /stop: { post: { operationId: stop, summary: Stop, description: Ends a channel., requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { id: { type: string } } } } } }, responses: *ok } }
webhooks:
  changed:
    post:
      description: Fires when something changes.
      x-platform-trigger:
        type: webhook
        slug: SHORE_CHANGED
        name: Changed
        config: { type: object, properties: { shelf: { type: string } }, required: [], additionalProperties: false }
        payload: { type: object, properties: { title: { type: string } }, required: [title] }
        webhook: { when: [{ pointer: /title, present: true }], data: { title: /title } }
      responses: *ok
`;
}
