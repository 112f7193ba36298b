import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** A request as the application saw it. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
}

/** A real application on loopback: an API with a key, and an authorization server. */
export interface TestApplication {
  readonly url: string;
  readonly seen: SeenRequest[];
  /** The paths of requests whose connection was closed before the response. */
  readonly left: string[];
  /** Stops answering `/api/slow` until the returned function is called. */
  holdSlow(): () => void;
  /** Refuses every token that it gave out. */
  forget(): void;
  /** Answers requests for tokens with 500 until the returned function is called. */
  breakTokens(): () => void;
  /** Every token that it ever gave out. */
  given(): readonly string[];
  /** The bytes of `/api/documents/latest`. */
  latest: string;
  close(): Promise<void>;
}

/** The key that the application accepts. */
export const goodKey = "sk_live_canary_0123456789";

/** The client that its authorization server knows. */
export const client = { id: "client-1", secret: "client-secret-canary-1" };

interface Grant {
  readonly challenge: string;
  readonly redirectUri: string;
}

/** The codes and tokens that the authorization server has issued. */
interface Memory {
  readonly codes: Map<string, Grant>;
  readonly accessTokens: Set<string>;
  readonly refreshTokens: Set<string>;
  readonly given: string[];
  held: Promise<void> | undefined;
  /** The authorization server answers no request for tokens. */
  isBroken: boolean;
  count: number;
  /** Hooks that were asked for on the shelf that takes one. */
  hooks: number;
  latest: string;
}

/** Starts the application on 127.0.0.1. */
export async function startApplication(): Promise<TestApplication> {
  const seen: SeenRequest[] = [];
  const left: string[] = [];
  const memory: Memory = {
    codes: new Map(),
    accessTokens: new Set(),
    refreshTokens: new Set(),
    given: [],
    held: undefined,
    isBroken: false,
    count: 0,
    hooks: 0,
    latest: "%PDF-1.7 latest",
  };
  const server = createServer((incoming, outgoing) => {
    readRequest(incoming).then((request) => {
      seen.push(request);
      outgoing.once("close", () => {
        if (!outgoing.writableFinished) {
          left.push(request.path);
        }
      });
      answer(request, outgoing, memory);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    left,
    given: () => memory.given,
    get latest() {
      return memory.latest;
    },
    set latest(bytes) {
      memory.latest = bytes;
    },
    holdSlow: () => {
      const { promise, resolve: release } = Promise.withResolvers<void>();
      memory.held = promise;
      return release;
    },
    forget: () => {
      memory.accessTokens.clear();
      memory.refreshTokens.clear();
    },
    breakTokens: () => {
      memory.isBroken = true;
      return () => {
        memory.isBroken = false;
      };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readRequest(incoming: IncomingMessage): Promise<SeenRequest> {
  const pieces: Buffer[] = [];
  for await (const piece of incoming) {
    pieces.push(piece);
  }
  const url = new URL(incoming.url ?? "/", "http://application.test");
  const body = Buffer.concat(pieces).toString("utf8");
  const { method = "", headers } = incoming;
  return { method, path: url.pathname, query: url.searchParams, headers, body };
}

function answer(request: SeenRequest, outgoing: ServerResponse, memory: Memory): void {
  const answerJson = (
    status: number,
    body: unknown,
    headers: Record<string, string> = {},
  ): void => {
    outgoing.writeHead(status, { "content-type": "application/json", ...headers });
    outgoing.end(JSON.stringify(body));
  };
  switch (request.path) {
    case "/hn/item/8863.json":
      answerJson(200, { id: 8863, type: "story", title: "My YC app", by: "dhouston" });
      break;
    case "/hn/many": {
      const count = Number(request.query.get("count"));
      const items = Array.from({ length: count }, (_, id) => ({
        id,
        title: `Story ${id}`,
        by: "ada",
      }));
      answerJson(request.query.has("fail") ? 422 : 200, { total: count, items });
      break;
    }
    case "/authorize":
      authorize(request, outgoing, memory);
      break;
    case "/token":
      if (memory.isBroken) {
        answerJson(500, { error: "server_error" });
      } else {
        grantToken(request, answerJson, memory);
      }
      break;
    case "/revoke":
      memory.refreshTokens.delete(new URLSearchParams(request.body).get("token") ?? "");
      answerJson(200, {});
      break;
    case "/api/limited":
      answerJson(429, { message: "slow down" }, { "retry-after": "17" });
      break;
    case "/api/slow":
      Promise.all([sleep(500), memory.held]).then(() => answerJson(200, { ok: true }));
      break;
    case "/api/silent":
      break;
    case "/api/slow-to-refuse":
      setTimeout(() => answerJson(401, { message: "bad credentials" }), 40_000);
      break;
    case "/api/who":
      answerJson(200, { ok: isAdmitted(request, memory) });
      break;
    case "/api/me": {
      const user = { id: 7, login: "ada", name: "Ada Lovelace" };
      if (isAdmitted(request, memory)) {
        answerJson(200, { user });
      } else {
        answerJson(401, { message: "bad credentials" });
      }
      break;
    }
    case "/api/documents/latest":
      outgoing.writeHead(200, {
        "content-type": "application/pdf",
        "content-disposition": 'attachment; filename="latest.pdf"',
      });
      outgoing.end(memory.latest);
      break;
    case "/api/documents/lost":
      outgoing.writeHead(404, { "content-type": "application/pdf" }).end("%PDF-0");
      break;
    case "/api/channels": {
      // Like Google, it repeats what it got.
      const until = String(Date.now() + 3_600_000);
      answerJson(200, { ...JSON.parse(request.body), resource: "ships", until });
      break;
    }
    case "/api/hooks":
      answerJson(200, []);
      break;
    case "/api/hooks/once":
      memory.hooks += request.method === "POST" ? 1 : 0;
      answerJson(request.method === "POST" && memory.hooks > 1 ? 403 : 200, { path: request.path });
      break;
    case "/api/broken":
      outgoing.destroy();
      break;
    default:
      if (isAdmitted(request, memory)) {
        answerJson(200, { ok: true, path: request.path });
      } else {
        answerJson(401, { message: "bad credentials" });
      }
  }
}

function isAdmitted({ headers }: SeenRequest, { accessTokens }: Memory): boolean {
  if (headers["x-key"] === goodKey) {
    return true;
  }
  const [scheme, value = ""] = String(headers.authorization ?? "").split(" ");
  if (scheme === "Basic") {
    return Buffer.from(value, "base64").toString() === "ada:lovelace";
  }
  return scheme === "Bearer" && (value === "good-token" || accessTokens.has(value));
}

/** A user who always agrees. */
function authorize({ query }: SeenRequest, outgoing: ServerResponse, memory: Memory): void {
  const code = `code-${++memory.count}`;
  const redirectUri = query.get("redirect_uri") ?? "";
  memory.codes.set(code, { challenge: query.get("code_challenge") ?? "", redirectUri });
  const location = new URL(redirectUri);
  location.searchParams.set("code", code);
  location.searchParams.set("state", query.get("state") ?? "");
  outgoing.writeHead(302, { location: location.href }).end();
}

function grantToken(
  { body, headers }: SeenRequest,
  json: (status: number, body: unknown) => void,
  memory: Memory,
): void {
  const form = new URLSearchParams(body);
  const basic = Buffer.from(`${client.id}:${client.secret}`).toString("base64");
  if (headers.authorization !== `Basic ${basic}` || !isGranted(form, memory)) {
    json(400, { error: "invalid_grant" });
    return;
  }
  const number = ++memory.count;
  const token = `access-canary-${number}`;
  const refresh = `refresh-canary-${number}`;
  memory.accessTokens.add(token);
  memory.refreshTokens.add(refresh);
  memory.given.push(token, refresh);
  json(200, {
    access_token: token,
    refresh_token: refresh,
    token_type: "Bearer",
    expires_in: 3600,
    scope: "read",
  });
}

/** PKCE with S256 and one-time codes (RFC 7636); refresh tokens rotate. */
function isGranted(form: URLSearchParams, { codes, refreshTokens }: Memory): boolean {
  if (form.get("grant_type") === "refresh_token") {
    return refreshTokens.delete(form.get("refresh_token") ?? "");
  }
  if (form.get("grant_type") === "client_credentials") {
    return true;
  }
  const code = form.get("code") ?? "";
  const grant = codes.get(code);
  codes.delete(code);
  const challenge = createHash("sha256")
    .update(form.get("code_verifier") ?? "")
    .digest("base64url");
  return grant?.challenge === challenge && grant.redirectUri === form.get("redirect_uri");
}
