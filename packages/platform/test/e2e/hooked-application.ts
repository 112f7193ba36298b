import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** A hook as the application has it. */
export interface MadeHook {
  readonly toolkit: string;
  readonly id: string | number;
  readonly url: string;
  readonly secret: string;
  readonly events: unknown;
}

/** An answer of the application. */
interface Answer {
  readonly status: number;
  readonly body?: unknown;
}

/**
 * A real application on loopback, with hooks like those of GitHub, Linear, Stripe and a calendar, and with Slack's
 * `auth.test`.
 */
export interface HookedApplication {
  readonly url: string;
  /** The hooks that exist now. */
  readonly hooks: MadeHook[];
  /** The number of hooks that were ever made. */
  made: number;
  /** `refuses`: 403 to every change. `loses`: makes the hook and breaks off its answer. `down`: 500 to everything. */
  mode: "works" | "refuses" | "loses" | "down";
  /** Milliseconds that an answer takes. */
  delayMs: number;
  /** Seconds after which a hook of the calendar ends. */
  lifeSeconds: number;
  close(): Promise<void>;
}

/** Starts it on 127.0.0.1. */
export async function startHookedApplication(): Promise<HookedApplication> {
  const server = createServer(async (incoming, outgoing) => {
    const text = await readText(incoming);
    await sleep(application.delayMs);
    const before = application.made;
    const { status, body } = answer(application, incoming, text);
    if (application.mode === "loses" && application.made > before) {
      outgoing.destroy();
      return;
    }
    outgoing.writeHead(status, { "content-type": "application/json" });
    outgoing.end(body === undefined ? "" : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  const application: HookedApplication = {
    url: `http://127.0.0.1:${port}`,
    hooks: [],
    made: 0,
    mode: "works",
    delayMs: 5,
    lifeSeconds: 3600,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return application;
}

async function readText(incoming: IncomingMessage): Promise<string> {
  let text = "";
  for await (const piece of incoming) {
    text += String(piece);
  }
  return text;
}

function answer(application: HookedApplication, incoming: IncomingMessage, text: string): Answer {
  if (application.mode === "down") {
    return { status: 500, body: { message: "away" } };
  }
  const { method = "", url = "" } = incoming;
  const path = url.split("?")[0] ?? "";
  const toolkit = path.split("/")[1] ?? "";
  if (application.mode === "refuses" && method !== "GET") {
    return { status: 403, body: { message: "Resource not accessible" } };
  }
  switch (toolkit) {
    case "github":
      return answerGitHub(application, method, path, text);
    case "linear":
      return answerLinear(application, JSON.parse(text));
    case "stripe":
      return answerStripe(application, method, path, new URLSearchParams(text));
    case "slack":
      return answerSlack(incoming);
    default:
      return answerCalendar(application, path, JSON.parse(text));
  }
}

function add(
  application: HookedApplication,
  hook: Omit<MadeHook, "id"> & { readonly id?: string },
): MadeHook {
  application.made += 1;
  const made = { id: `${hook.toolkit}-${application.made}`, ...hook };
  application.hooks.push(made);
  return made;
}

function remove({ hooks }: HookedApplication, id: unknown): boolean {
  const index = hooks.findIndex((each) => String(each.id) === String(id));
  if (index >= 0) {
    hooks.splice(index, 1);
  }
  return index >= 0;
}

function answerGitHub(
  application: HookedApplication,
  method: string,
  path: string,
  text: string,
): Answer {
  const [, , , owner, repo, , id] = path.split("/");
  if (`${owner}/${repo}` !== "octo/cat") {
    return { status: 404, body: { message: "Not Found" } };
  }
  if (method === "DELETE") {
    return remove(application, id)
      ? { status: 204 }
      : { status: 404, body: { message: "Not Found" } };
  }
  if (method === "GET") {
    const ours = application.hooks.filter(({ toolkit }) => toolkit === "github");
    const body = ours.map((each) => ({
      id: each.id,
      config: { url: each.url, secret: "********" },
    }));
    return { status: 200, body };
  }
  const { config, events } = JSON.parse(text);
  application.made += 1;
  const made = {
    toolkit: "github",
    id: application.made,
    url: config.url,
    secret: config.secret,
    events,
  };
  application.hooks.push(made);
  return { status: 201, body: { id: made.id, active: true, events, config: { url: config.url } } };
}

function answerLinear(
  application: HookedApplication,
  { query, variables }: { readonly query: string; readonly variables: Record<string, string> },
): Answer {
  if (query.includes("webhookDelete")) {
    return remove(application, variables.id)
      ? { status: 200, body: { data: { webhookDelete: { success: true } } } }
      : { status: 200, body: { errors: [{ message: "Entity not found: Webhook" }] } };
  }
  if (query.includes("webhookCreate")) {
    const { url = "", secret = "", resourceTypes: events } = variables;
    const { id } = add(application, { toolkit: "linear", url, secret, events });
    const webhook = { id, enabled: true };
    return { status: 200, body: { data: { webhookCreate: { success: true, webhook } } } };
  }
  const nodes = application.hooks.map(({ id, url }) => ({ id, url, enabled: true }));
  return { status: 200, body: { data: { webhooks: { nodes } } } };
}

function answerStripe(
  application: HookedApplication,
  method: string,
  path: string,
  form: URLSearchParams,
): Answer {
  if (method === "DELETE") {
    const id = path.split("/").at(-1);
    return remove(application, id)
      ? { status: 200, body: { id, deleted: true } }
      : { status: 404, body: { error: { message: "No such webhook endpoint" } } };
  }
  if (method === "GET") {
    const data = application.hooks.map(({ id, url }) => ({ id, url, status: "enabled" }));
    return { status: 200, body: { data, has_more: false } };
  }
  const secret = `whsec_${"s".repeat(24)}${application.made}`;
  const events = form.get("enabled_events[0]");
  const { id } = add(application, {
    toolkit: "stripe",
    url: form.get("url") ?? "",
    secret,
    events,
  });
  return { status: 200, body: { id, secret, status: "enabled" } };
}

/** `auth.test`: the token `xoxb-T1-U9` is that of the app's user `U9` in the workspace `T1`. */
function answerSlack(incoming: IncomingMessage): Answer {
  const [, team_id, user_id] = incoming.headers.authorization?.split("-") ?? [];
  return { status: 200, body: { ok: true, team_id, user_id } };
}

/** Hooks that expire by themselves, and cannot be listed. */
function answerCalendar(
  application: HookedApplication,
  path: string,
  body: Record<string, string>,
): Answer {
  if (path.endsWith("/stop")) {
    return remove(application, body.id)
      ? { status: 204 }
      : { status: 404, body: { message: "Not Found" } };
  }
  const { id = "", address = "", token = "" } = body;
  add(application, { toolkit: "calendar", id, url: address, secret: token, events: "watch" });
  const expiration = String(Date.now() + application.lifeSeconds * 1000);
  return { status: 200, body: { id, expiration } };
}
