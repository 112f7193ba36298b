import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** A channel as Google Calendar has it. */
export interface Channel {
  readonly id: string;
  readonly address: string;
  readonly token: string;
  readonly resourceId: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  messages: number;
}

/** A real application on loopback that behaves like Google Calendar, with one calendar. */
export interface WatchedCalendar {
  readonly url: string;
  /** The channels that exist, also those that have expired. */
  readonly channels: Map<string, Channel>;
  /** The changes of channels in their order: `watch <id>` and `stop <id>`. */
  readonly changes: string[];
  /** Bodies of the requests that opened channels. */
  readonly opened: Readonly<Record<string, unknown>>[];
  lists: number;
  /** `refuses`: 400 to every `watch`. `loses`: opens the channel and breaks off the answer. `fails`: 500 to every list. */
  mode: "works" | "refuses" | "loses" | "fails";
  /** Runs after a list was read, or after a channel was opened, and before the answer. */
  beforeAnswer: (what: "list" | "watch") => Promise<void>;
  /** Adds events, and sends no message. */
  add(...ids: readonly string[]): void;
  /** Sends a message to every channel that has not expired, and returns the statuses of the answers. */
  notify(headers?: Readonly<Record<string, string>>): Promise<readonly number[]>;
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly body?: unknown;
}

/** Milliseconds: a week. */
const lifeMs = 604_800_000;

/** Google has one id for all channels of a calendar. */
const resourceId = "o3hgv1538sdjfh";

/** Starts it on 127.0.0.1. */
export async function startWatchedCalendar(): Promise<WatchedCalendar> {
  const events: { readonly id: string; readonly updated: string }[] = [];
  const known = new Set<string>();

  function list(url: URL): Answer {
    calendar.lists += 1;
    const since = url.searchParams.get("updatedMin") ?? "";
    const items = events
      .filter(({ updated }) => updated >= since)
      .map((each) => ({ ...each, status: "confirmed" }));
    return calendar.mode === "fails"
      ? fail(500, "Backend Error")
      : { status: 200, body: { items } };
  }
  function watch({ id = "", type, address = "", token = "" }: Record<string, string>): Answer {
    if (calendar.mode === "refuses" || type !== "web_hook" || known.has(id)) {
      return fail(400, known.has(id) ? "Channel id not unique" : "WebHook callback must be HTTPS");
    }
    known.add(id);
    const expiresAt = Date.now() + lifeMs;
    const channel = { id, address, token, resourceId, expiresAt, messages: 0 };
    calendar.channels.set(id, channel);
    calendar.changes.push(`watch ${id}`);
    calendar.opened.push({ id, type, address, token });
    const body = { kind: "api#channel", id, resourceId, token, expiration: String(expiresAt) };
    // The first message can arrive before the answer.
    void send(channel, { "x-goog-resource-state": "sync" }).catch(() => {});
    return { status: 200, body };
  }
  function stop({ id = "", resourceId: resource }: Record<string, string>): Answer {
    const channel = calendar.channels.get(id);
    if (channel === undefined || channel.expiresAt < Date.now() || resource !== resourceId) {
      return fail(404, `Channel '${id}' not found for project '1'`);
    }
    calendar.channels.delete(id);
    calendar.changes.push(`stop ${id}`);
    return { status: 204 };
  }
  const server = createServer(async (incoming, outgoing) => {
    const url = new URL(incoming.url ?? "/", "http://a");
    const body = await readJson(incoming);
    const isWatch = url.pathname.endsWith("/events/watch");
    const { status, body: answer } = isWatch
      ? watch(body)
      : url.pathname.endsWith("/channels/stop")
        ? stop(body)
        : list(url);
    await calendar.beforeAnswer(isWatch ? "watch" : "list");
    if (isWatch && calendar.mode === "loses") {
      outgoing.destroy();
      return;
    }
    outgoing.writeHead(status, { "content-type": "application/json" });
    outgoing.end(answer === undefined ? "" : JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  const calendar: WatchedCalendar = {
    url: `http://127.0.0.1:${port}`,
    channels: new Map(),
    changes: [],
    opened: [],
    lists: 0,
    mode: "works",
    beforeAnswer: () => Promise.resolve(),
    add: (...ids) => {
      events.push(...ids.map((id) => ({ id, updated: new Date().toISOString() })));
    },
    notify: async (headers = {}) => {
      const alive = [...calendar.channels.values()].filter((each) => each.expiresAt > Date.now());
      return await Promise.all(
        alive.map((each) => send(each, { "x-goog-resource-state": "exists", ...headers })),
      );
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return calendar;
}

/** Sends a message as Google does: everything is in headers, and the body is empty. */
async function send(channel: Channel, headers: Readonly<Record<string, string>>): Promise<number> {
  channel.messages += 1;
  // A message may come before or after the answer to the call that caused it, whatever this takes.
  await sleep(1);
  const response = await fetch(channel.address, {
    method: "POST",
    headers: {
      "content-type": "application/json; utf-8",
      "x-goog-channel-id": channel.id,
      "x-goog-channel-token": channel.token,
      "x-goog-channel-expiration": new Date(channel.expiresAt).toUTCString(),
      "x-goog-resource-id": channel.resourceId,
      "x-goog-message-number": String(channel.messages),
      ...headers,
    },
  });
  await response.arrayBuffer();
  return response.status;
}

function fail(code: number, message: string): Answer {
  return { status: code, body: { error: { code, message } } };
}

async function readJson(incoming: IncomingMessage): Promise<Record<string, string>> {
  let text = "";
  for await (const piece of incoming) {
    text += String(piece);
  }
  return text === "" ? {} : JSON.parse(text);
}
