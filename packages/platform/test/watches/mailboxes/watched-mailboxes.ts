import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { JWTPayload } from "jose";
import { describePush, type GoogleKey, makeGoogleKey } from "./google-tokens.ts";

/** A push subscription of a topic. */
export interface PushSubscription {
  readonly topic: string;
  readonly endpoint: string;
  readonly serviceAccount: string;
  /** Google takes the endpoint where none was entered. */
  readonly audience?: string;
}

/** Differences of one push from those of Google. */
export interface PushChanges {
  readonly claims?: JWTPayload;
  readonly authorization?: string;
  readonly body?: unknown;
}

/**
 * A real application on loopback that behaves like Gmail and Cloud Pub/Sub, with the mailboxes of one OAuth client. The access token
 * `token-of-ada` is one of the mailbox `ada@example.com`.
 */
export interface WatchedMailboxes {
  readonly url: string;
  /** The topic by the mailbox that is watched, and when the watch ends in milliseconds since 1970. */
  readonly watches: Map<string, { readonly topic: string; readonly expiresAt: number }>;
  /** The calls of `watch` and `stop` in their order: `watch ada@example.com projects/acme/topics/gmail`. */
  readonly changes: string[];
  readonly subscriptions: PushSubscription[];
  /** The keys that sign: the last one, and all of them are published. */
  readonly keys: GoogleKey[];
  /** Requests for the keys. */
  keyRequests: number;
  /** Lists of messages that were read, by mailbox. */
  readonly lists: string[];
  /** `refuses`: 403 to every `watch`, as when Gmail may not publish to the topic. `fails`: 500 to every `stop`. */
  mode: "works" | "refuses" | "fails";
  /** Status of the answers with the keys. */
  keyStatus: number;
  lifeSeconds: number;
  /** Runs before `stop` is answered. */
  beforeStop: () => Promise<void>;
  /** Adds messages, and publishes nothing. */
  add(mailbox: string, ...ids: readonly string[]): void;
  /** Publishes that a mailbox changed to the subscriptions of its topic, and returns the statuses of their answers. */
  publish(mailbox: string, changes?: PushChanges): Promise<readonly number[]>;
  /** Resolves when the first notifications of all watches are answered. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** Starts it on 127.0.0.1. */
export async function startWatchedMailboxes(): Promise<WatchedMailboxes> {
  const messages: { readonly mailbox: string; readonly id: string; readonly at: number }[] = [];
  let history = 1_000;
  let firstNotifications: Promise<unknown> = Promise.resolve();

  function list(mailbox: string, query: string): Answer {
    mailboxes.lists.push(mailbox);
    const since = Number(/after:(\d+)/.exec(query)?.[1]);
    const found = messages.filter((each) => each.mailbox === mailbox && each.at >= since);
    const body = { resultSizeEstimate: found.length };
    const listed = found.map(({ id }) => ({ id, threadId: `thread of ${id}` }));
    // Gmail leaves an empty list out.
    return { status: 200, body: found.length === 0 ? body : { messages: listed, ...body } };
  }
  function watch(mailbox: string, { topicName: topic }: Readonly<Record<string, unknown>>): Answer {
    if (typeof topic !== "string" || !/^projects\/[^/]+\/topics\/[^/]+$/.test(topic)) {
      return fail(400, "Invalid topicName does not match projects/*/topics/*");
    }
    const watched = mailboxes.watches.get(mailbox);
    if (watched !== undefined && watched.topic !== topic && watched.expiresAt > Date.now()) {
      const message =
        "Only one user push notification client allowed per developer (call /stop then try again)";
      return fail(400, message);
    }
    if (mailboxes.mode === "refuses") {
      return fail(403, "Error sending test message to Cloud PubSub : User not authorized");
    }
    const expiresAt = Date.now() + mailboxes.lifeSeconds * 1000;
    mailboxes.watches.set(mailbox, { topic, expiresAt });
    mailboxes.changes.push(`watch ${mailbox} ${topic}`);
    // Gmail sends a first notification at once. It can arrive before the answer.
    const published = mailboxes.publish(mailbox).catch(() => {});
    firstNotifications = Promise.all([firstNotifications, published]);
    return { status: 200, body: { historyId: String(history), expiration: String(expiresAt) } };
  }
  async function stop(mailbox: string): Promise<Answer> {
    await mailboxes.beforeStop();
    if (mailboxes.mode === "fails") {
      return fail(500, "Backend Error");
    }
    mailboxes.watches.delete(mailbox);
    mailboxes.changes.push(`stop ${mailbox}`);
    return { status: 204 };
  }
  async function answer(incoming: IncomingMessage): Promise<Answer> {
    const { pathname, searchParams } = new URL(incoming.url ?? "/", "http://a");
    if (pathname === "/certs") {
      mailboxes.keyRequests += 1;
      const keys = mailboxes.keys.map(({ publicKey }) => publicKey);
      return { status: mailboxes.keyStatus, body: { keys } };
    }
    const body = await readJson(incoming);
    const name = /^Bearer token-of-(\w+)$/.exec(incoming.headers.authorization ?? "")?.[1];
    if (name === undefined) {
      return fail(401, "Request had invalid authentication credentials.");
    }
    const mailbox = `${name}@example.com`;
    switch (`${incoming.method} ${pathname}`) {
      case "GET /users/me/profile":
        return { status: 200, body: { emailAddress: mailbox, historyId: String(history) } };
      case "GET /users/me/messages":
        return list(mailbox, searchParams.get("q") ?? "");
      case "POST /users/me/watch":
        return watch(mailbox, body);
      case "POST /users/me/stop":
        return await stop(mailbox);
      default:
        return fail(404, "Not Found");
    }
  }
  const server = createServer(async (incoming, outgoing) => {
    const { status, body } = await answer(incoming);
    outgoing.writeHead(status, { "content-type": "application/json" });
    outgoing.end(body === undefined ? "" : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  const mailboxes: WatchedMailboxes = {
    url: `http://127.0.0.1:${port}`,
    watches: new Map(),
    changes: [],
    subscriptions: [],
    keys: [await makeGoogleKey("first")],
    keyRequests: 0,
    lists: [],
    mode: "works",
    keyStatus: 200,
    lifeSeconds: 604_800,
    beforeStop: () => Promise.resolve(),
    add: (mailbox, ...ids) => {
      messages.push(...ids.map((id) => ({ mailbox, id, at: Math.floor(Date.now() / 1000) })));
    },
    publish: async (mailbox, changes = {}) => {
      const watched = mailboxes.watches.get(mailbox);
      if (watched === undefined || watched.expiresAt < Date.now()) {
        return [];
      }
      history += 1;
      const data = { emailAddress: mailbox, historyId: history };
      const subscribed = mailboxes.subscriptions.filter(({ topic }) => topic === watched.topic);
      return await Promise.all(subscribed.map((each) => push(each, data, changes)));
    },
    settle: async () => {
      await firstNotifications;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  /** Sends a message as Pub/Sub does with a wrapped payload. */
  async function push(
    { topic, endpoint, serviceAccount, audience = endpoint }: PushSubscription,
    data: unknown,
    { claims = {}, authorization, body }: PushChanges,
  ): Promise<number> {
    const key = mailboxes.keys.at(-1);
    const token = await key?.sign({ ...describePush(audience, serviceAccount), ...claims });
    const at = new Date().toISOString();
    const id = String(history);
    const message = {
      data: Buffer.from(JSON.stringify(data)).toString("base64"),
      messageId: id,
      message_id: id,
      publishTime: at,
      publish_time: at,
    };
    const subscription = topic.replace("/topics/", "/subscriptions/");
    const response = await fetch(endpoint, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        from: "noreply@google.com",
        "user-agent": "APIs-Google; (+https://developers.google.com/webmasters/APIs-Google.html)",
        authorization: authorization ?? `Bearer ${token}`,
      },
      body: JSON.stringify(body ?? { message, subscription }),
    });
    await response.arrayBuffer();
    return response.status;
  }
  return mailboxes;
}

interface Answer {
  readonly status: number;
  readonly body?: unknown;
}

function fail(code: number, message: string): Answer {
  return { status: code, body: { error: { code, message } } };
}

async function readJson(incoming: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  let text = "";
  for await (const piece of incoming) {
    text += String(piece);
  }
  return text === "" ? {} : JSON.parse(text);
}
