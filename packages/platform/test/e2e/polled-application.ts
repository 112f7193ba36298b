import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** A thing of the application's lists. */
export interface Thing {
  readonly id: string;
  readonly time: Date;
}

/** A real application on loopback with a list like those of Gmail, Google Calendar and Notion, in pages of two. */
export interface PolledApplication {
  readonly url: string;
  /** In the order in which they are listed. */
  things: readonly Thing[];
  /** Answers every call with 500 while it is true. */
  isDown: boolean;
  calls: number;
  close(): Promise<void>;
}

/** Starts it on 127.0.0.1. */
export async function startPolledApplication(): Promise<PolledApplication> {
  const server = createServer(async (incoming, outgoing) => {
    const url = new URL(incoming.url ?? "/", "http://a");
    const body = await readJson(incoming);
    application.calls += 1;
    const status = application.isDown ? 500 : 200;
    outgoing.writeHead(status, { "content-type": "application/json" });
    outgoing.end(JSON.stringify(application.isDown ? {} : answer(application.things, url, body)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  const application: PolledApplication = {
    url: `http://127.0.0.1:${port}`,
    things: [],
    isDown: false,
    calls: 0,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return application;
}

async function readJson(incoming: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  let text = "";
  for await (const piece of incoming) {
    text += String(piece);
  }
  return text === "" ? {} : JSON.parse(text);
}

function answer(
  things: readonly Thing[],
  { pathname, searchParams }: URL,
  body: Readonly<Record<string, unknown>>,
): unknown {
  if (pathname.endsWith("/messages")) {
    const after = Number(/after:(\d+)/.exec(searchParams.get("q") ?? "")?.[1]) * 1000;
    const found = things.filter(({ time }) => time.getTime() > after);
    const { page, next } = cut(found, searchParams.get("pageToken"));
    return {
      ...(page.length > 0 && { messages: page.map(({ id }) => ({ id, threadId: `t${id}` })) }),
      ...(next && { nextPageToken: next }),
    };
  }
  if (pathname.endsWith("/search_by_date")) {
    const since = Number(/created_at_i>=(\d+)/.exec(searchParams.get("numericFilters") ?? "")?.[1]);
    const seconds = (time: Date): number => Math.floor(time.getTime() / 1000);
    const found = things.filter(({ time }) => seconds(time) >= since);
    const hits = found.map(({ id, time }) => ({
      objectID: id,
      title: `About ${searchParams.get("query")}`,
      author: "ada",
      url: null,
      created_at_i: seconds(time),
    }));
    return { hits, nbHits: hits.length, nbPages: 1, page: 0 };
  }
  if (pathname.endsWith("/events")) {
    const since = new Date(searchParams.get("updatedMin") ?? "");
    const found = things.filter(({ time }) => time >= since);
    const { page, next } = cut(found, searchParams.get("pageToken"));
    const items = page.map(({ id, time }) => ({
      id,
      status: "confirmed",
      updated: time.toISOString(),
    }));
    return { items, ...(next && { nextPageToken: next }) };
  }
  const { page, next } = cut(things, body.start_cursor);
  const results = page.map(({ id, time }) => ({
    object: "page",
    id,
    url: `https://notion.example.com/${id}`,
    last_edited_time: time.toISOString(),
  }));
  return { results, has_more: next !== undefined, next_cursor: next ?? null };
}

function cut(
  things: readonly Thing[],
  cursor: unknown,
): { readonly page: readonly Thing[]; readonly next?: string } {
  const start = Number(cursor ?? 0);
  const page = things.slice(start, start + 2);
  return start + 2 < things.length ? { page, next: String(start + 2) } : { page };
}
