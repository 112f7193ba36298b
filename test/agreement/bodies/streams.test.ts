import { EventSource } from "undici";
import { describe, expect, onTestFinished, test } from "vitest";
import { adapters } from "../../../packages/runtime/test/server-adapters.ts";
import { type Input, useBodyWorld } from "./body-world.ts";

const world = useBodyWorld("streams");

/** A source of items that reports when it ends, for any reason. */
function createSource(items: readonly unknown[]): { stream: AsyncGenerator; ended: () => boolean } {
  let isEnded = false;
  async function* generate(): AsyncGenerator {
    try {
      yield* items;
    } finally {
      isEnded = true;
    }
  }
  return { stream: generate(), ended: () => isEnded };
}

/** The same source, but endless. */
function createEndlessSource(item: unknown): { stream: AsyncGenerator; ended: () => boolean } {
  let isEnded = false;
  async function* generate(): AsyncGenerator {
    try {
      for (;;) {
        yield item;
        // A slow source. No test counts its items.
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    } finally {
      isEnded = true;
    }
  }
  return { stream: generate(), ended: () => isEnded };
}

async function collect(stream: unknown): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const item of stream as AsyncIterable<unknown>) {
    items.push(item);
  }
  return items;
}

const events = [
  { event: "text", data: "a\nb", id: "1" },
  { event: "item", data: { n: 1 }, retry: 20 },
];

describe.each(adapters)("streams at %s", (name, start) => {
  /** The client's operations at a real server. */
  async function createOperationsAt(options: object = {}): Promise<{
    url: string;
    call: (operation: string, input?: Input, options?: Input) => Promise<unknown>;
  }> {
    // The adapters pass a context. The handlers here do not use it.
    const url = await start(world.router(options) as unknown as Parameters<typeof start>[0]);
    return { url, call: (...words) => world.callAt(url, ...words) };
  }

  test("events, lines and sequences arrive as they were given", async () => {
    const server = await createOperationsAt();
    world.answer = () => ({ status: 200, body: createSource(events).stream });
    expect(await collect(await server.call("events"))).toEqual(events);
    world.answer = () => ({
      status: 200,
      body: [{ data: { n: 1 } }, { event: "x", data: { n: 2 } }],
    });
    expect(await collect(await server.call("chunks"))).toEqual([
      { data: { n: 1 } },
      { event: "x", data: { n: 2 } },
    ]);
    // Returns the items of the request, one by one.
    world.answer = ({ body }) => ({ status: 200, body });
    const items = [{ n: 1 }, { n: 2, text: "é\n" }];
    for (const operation of ["lines", "sequence"]) {
      expect(await collect(await server.call(operation, { body: items }))).toEqual(items);
      const { stream } = createSource(items);
      expect(await collect(await server.call(operation, { body: stream }))).toEqual(items);
    }
  });

  test("the end of a stream is written where the document has one, and read as such", async () => {
    const server = await createOperationsAt();
    const body = [{ data: { n: 1 } }];
    world.answer = () => ({ status: 200, body: createSource(body).stream });
    const sent = await (await fetch(`${server.url}/chunks`)).text();
    expect(sent).toBe(':\n\ndata: {"n":1}\n\ndata: [DONE]\n\n');
    expect(await collect(await server.call("chunks"))).toEqual(body);
    world.answer = () => ({ status: 200, body: createSource(events).stream });
    expect(await (await fetch(`${server.url}/events`)).text()).not.toContain("[DONE]");
    expect(await collect(await server.call("events", {}, { streamTerminator: "a\nb" }))).toEqual(
      [],
    );
  });

  test("an event arrives before the next one is made", async () => {
    const server = await createOperationsAt();
    let made = 0;
    async function* countItems(): AsyncGenerator {
      while (made < 3) {
        made += 1;
        const wanted = made;
        yield { data: { n: made } };
        // Make the next item only after the client has read this one.
        await expect.poll(() => read).toBe(wanted);
      }
    }
    let read = 0;
    world.answer = () => ({ status: 200, body: countItems() });
    for await (const _ of (await server.call("chunks")) as AsyncIterable<unknown>) {
      read += 1;
    }
    expect(read).toBe(3);
  });

  test("EventSource understands the events", async () => {
    const server = await createOperationsAt();
    world.answer = () => ({ status: 200, body: createSource(events).stream });
    const eventSource = new EventSource(`${server.url}/events`);
    onTestFinished(() => eventSource.close());
    const seen = await new Promise<unknown[]>((resolve) => {
      const list: unknown[] = [];
      for (const type of ["text", "item"]) {
        eventSource.addEventListener(type, (event) => {
          const { data, lastEventId } = event as MessageEvent;
          list.push([type, data, lastEventId]);
          if (list.length === 2) {
            resolve(list);
          }
        });
      }
    });
    expect(seen).toEqual([
      ["text", "a\nb", "1"],
      ["item", '{"n":1}', "1"],
    ]);
  });

  test("end at the source when the client leaves the loop or aborts", async () => {
    const server = await createOperationsAt();
    const first = createEndlessSource({ data: { n: 1 } });
    world.answer = () => ({ status: 200, body: first.stream });
    for await (const item of (await server.call("chunks")) as AsyncIterable<unknown>) {
      expect(item).toEqual({ data: { n: 1 } });
      break;
    }
    await expect.poll(first.ended).toBe(true);
    const second = createEndlessSource({ data: { n: 1 } });
    world.answer = () => ({ status: 200, body: second.stream });
    const abort = new AbortController();
    const stream = await server.call("chunks", {}, { signal: abort.signal });
    setTimeout(() => abort.abort(new Error("enough")), 20);
    await expect(collect(stream)).rejects.toThrow("enough");
    await expect.poll(second.ended).toBe(true);
  });

  test("an item that does not fit is reported, and ends the stream", async () => {
    const errors: unknown[] = [];
    const server = await createOperationsAt({
      onError: (error: unknown) => void errors.push(error),
    });
    const { stream, ended } = createSource([{ data: { n: 1 } }, { data: { n: "x" } }]);
    world.answer = () => ({ status: 200, body: stream });
    await expect(server.call("chunks").then(collect)).rejects.toThrow();
    await expect.poll(ended).toBe(true);
    // Hono's server and Fastify report failures of streams themselves.
    if (name === "node" || name === "express") {
      await expect.poll(() => String(errors[0])).toContain("body[1].data.n");
    }
    world.answer = async ({ body }) => ({ status: 200, body: await collect(body) });
    await expect(server.call("lines", { body: [{ n: 1 }, { n: "x" }] })).rejects.toMatchObject({
      status: 400,
      body: { errors: [expect.stringContaining("body[1].n: ")] },
    });
  });

  test("events continue with a new request only when that is asked for", async () => {
    const server = await createOperationsAt();
    let requests = 0;
    world.answer = ({ header }) => {
      requests += 1;
      const last = Number((header as Record<string, string>)["Last-Event-ID"] ?? 0);
      const body = [{ event: "item", id: String(last + 1), retry: 1, data: { n: last + 1 } }];
      return last < 3 ? { status: 200, body } : new Response(null, { status: 204 });
    };
    expect(await collect(await server.call("events"))).toHaveLength(1);
    expect(requests).toBe(1);
    const all = await collect(await server.call("events", {}, { reconnect: true }));
    expect(all.map((event) => (event as { id: string }).id)).toEqual(["1", "2", "3"]);
  });

  test("methods of OpenAPI 3.2 are sent and served", async () => {
    const server = await createOperationsAt();
    world.answer = ({ body }) => ({ status: 200, body });
    const filter = { n: 1 };
    expect(await server.call("searchByQuery", { filter, body: { n: 2 } })).toEqual({ n: 2 });
    const byMethod = world.client.createClient({ baseUrl: server.url });
    const init = { params: { querystring: { n: 1 } }, body: { n: 3 } };
    expect(await byMethod.QUERY("/search", init)).toMatchObject({ data: { n: 3 } });
    world.answer = () => ({ status: 204 });
    await server.call("copySearch", { filter });
    expect((world.received.request as Request).method).toBe("COPY");
  });
});

test("a stream is made no faster than it is read", async () => {
  let made = 0;
  async function* items(): AsyncGenerator {
    for (;;) {
      made += 1;
      yield { n: made, text: "x".repeat(100_000) };
    }
  }
  world.answer = () => ({ status: 200, body: items() });
  const stream = (await world.call("lines", { body: [] })) as AsyncGenerator;
  await stream.next();
  // A longer pause would only make it likelier that a mistake is seen.
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(made).toBeLessThan(10);
  await stream.return(undefined);
});
