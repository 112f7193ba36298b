import { generateKeyPairSync } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Provider, { type Configuration, type JWK } from "oidc-provider";

/** A wait at the token endpoint. */
export interface TokenHold {
  /**
   * Called before the provider sees the request. If the caller has left by then (`gone` resolves), the provider never
   * sees it.
   */
  readonly before?: (gone: Promise<void>) => Promise<unknown>;
  /** Called when the provider has decided, before its response is forwarded. */
  readonly after?: () => Promise<unknown>;
}

/** oidc-provider on loopback, with an API that accepts its access tokens. */
export interface AuthorizationServer {
  readonly url: string;
  /** Starts the provider with one client, which has these redirect addresses. */
  register(...redirectUris: readonly string[]): void;
  /** The form of every request to the token endpoint, in order. */
  readonly tokenCalls: URLSearchParams[];
  /** The kind of each token that the client has revoked (RFC 7009). */
  readonly revoked: string[];
  /** Grants that the provider itself revoked, because a used refresh token was sent again. */
  readonly withdrawn: string[];
  /** The `authorization` header of every request to the API, and whether the request was admitted. */
  readonly apiCalls: { readonly authorization: string; readonly admitted: boolean }[];
  /** Makes the token endpoint wait. */
  hold(hold: TokenHold): void;
  /** Makes the authorization endpoint fail (RFC 6749, section 4.1.2.1: `server_error`), or work again. */
  breakDown(isBroken: boolean): void;
  /** Ends the newest grant at the provider, as when a user withdraws access there. */
  withdrawLast(): Promise<void>;
  /** Makes the API refuse all requests, or accept them again. */
  closeApi(isClosed: boolean): void;
  /** Makes the API refuse an access token before it expires. */
  forget(accessToken: string): Promise<void>;
  close(): Promise<void>;
}

/** The client that the provider knows. */
export const client = { id: "client-1", secret: "client-secret-canary-1" };

/** Starts the server on 127.0.0.1. */
export async function startAuthorizationServer(): Promise<AuthorizationServer> {
  const state: State = {
    url: "",
    tokenCalls: [],
    revoked: [],
    withdrawn: [],
    apiCalls: [],
    hold: {},
    isBroken: false,
    isClosed: false,
  };
  const server = createServer((request, response) => {
    respond(state, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  state.url = `http://127.0.0.1:${port}`;
  const { url, tokenCalls, revoked, withdrawn, apiCalls } = state;
  return {
    url,
    tokenCalls,
    revoked,
    withdrawn,
    apiCalls,
    register: (...redirectUris) => {
      state.provider = createProvider(state, redirectUris);
    },
    hold: (hold) => {
      state.hold = hold;
    },
    breakDown: (isBroken) => {
      state.isBroken = isBroken;
    },
    withdrawLast: async () => {
      const { provider, lastGrant } = state;
      if (lastGrant === undefined) {
        throw new Error("Nobody granted anything yet.");
      }
      await (await provider?.Grant.find(lastGrant))?.destroy();
      await provider?.RefreshToken.revokeByGrantId(lastGrant);
      await provider?.AccessToken.revokeByGrantId(lastGrant);
    },
    closeApi: (isClosed) => {
      state.isClosed = isClosed;
    },
    forget: async (accessToken) => {
      await (await state.provider?.AccessToken.find(accessToken))?.destroy();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type State = Pick<AuthorizationServer, "tokenCalls" | "revoked" | "withdrawn" | "apiCalls"> & {
  url: string;
  hold: TokenHold;
  isBroken: boolean;
  isClosed: boolean;
  provider?: Provider;
  lastGrant?: string;
};

/** The provider's defaults for PKCE and `iss`. Refresh tokens rotate, and its own pages ask for login and consent. */
function createProvider(state: State, redirectUris: readonly string[]): Provider {
  const { url, revoked, withdrawn } = state;
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const configuration: Configuration = {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        client_name: "The platform",
        redirect_uris: [...redirectUris],
        grant_types: ["authorization_code", "refresh_token", "client_credentials"],
        token_endpoint_auth_method: "client_secret_basic",
      },
    ],
    scopes: ["openid", "offline_access", "read"],
    rotateRefreshToken: true,
    features: { revocation: { enabled: true }, clientCredentials: { enabled: true } },
    ttl: {
      AccessToken: 3600,
      ClientCredentials: 3600,
      IdToken: 3600,
      RefreshToken: 86_400,
      Grant: 86_400,
      Interaction: 600,
      Session: 3600,
    },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
    cookies: { keys: ["a key of the test"] },
    // Node's type of a JWK has members of unknown type. The export of an RSA key has those of RFC 7517.
    jwks: { keys: [privateKey.export({ format: "jwk" }) as JWK] },
  };
  const provider = new Provider(url, configuration);
  let isRevocation = false;
  provider.use(async (context, next) => {
    isRevocation = context.path === "/token/revocation";
    await next();
  });
  provider.on("access_token.destroyed", () => void (isRevocation && revoked.push("access_token")));
  provider.on("refresh_token.destroyed", () => {
    if (isRevocation) {
      revoked.push("refresh_token");
    }
  });
  provider.on("grant.success", ({ oidc }) => {
    const { grantId } =
      oidc.entities.Grant?.jti === undefined ? {} : { grantId: oidc.entities.Grant.jti };
    if (grantId !== undefined) {
      state.lastGrant = grantId;
    }
  });
  provider.on("grant.revoked", (_, grantId) => void (isRevocation || withdrawn.push(grantId)));
  return provider;
}

async function respond(
  state: State,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { provider, url } = state;
  if (provider === undefined) {
    throw new Error("No client is registered.");
  }
  const { pathname, searchParams } = new URL(request.url ?? "/", url);
  if (pathname.startsWith("/api/")) {
    await answerApi(state, provider, request, response);
  } else if (pathname === "/front/token") {
    await forwardToken(state, request, response);
  } else if (pathname === "/auth" && state.isBroken) {
    const back = new URL(searchParams.get("redirect_uri") ?? "");
    back.searchParams.set("error", "server_error");
    back.searchParams.set("error_description", "The provider is out of order.");
    back.searchParams.set("state", searchParams.get("state") ?? "");
    back.searchParams.set("iss", url);
    response.writeHead(303, { location: back.href }).end();
  } else {
    await provider.callback()(request, response);
  }
}

/** Runs in front of the provider's token endpoint: records the request, waits, and forwards it. */
async function forwardToken(
  { tokenCalls, hold, url }: State,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let isGone = false;
  const gone = new Promise<void>((resolve) => {
    response.once("close", () => {
      isGone = true;
      resolve();
    });
  });
  const pieces: Buffer[] = [];
  for await (const piece of request) {
    pieces.push(piece);
  }
  const body = Buffer.concat(pieces).toString("utf8");
  tokenCalls.push(new URLSearchParams(body));
  await hold.before?.(gone);
  if (isGone) {
    return;
  }
  const { authorization = "", "content-type": contentType = "" } = request.headers;
  const answer = await fetch(`${url}/token`, {
    method: "POST",
    headers: { authorization, "content-type": contentType },
    body,
  });
  const text = await answer.text();
  await hold.after?.();
  response.writeHead(answer.status, { "content-type": "application/json" }).end(text);
}

/** The API. It accepts bearer tokens that the provider issued and that have not expired. */
async function answerApi(
  { apiCalls, isClosed }: State,
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { authorization = "" } = request.headers;
  const token = authorization.replace(/^Bearer /, "");
  const found =
    (await provider.AccessToken.find(token)) ?? (await provider.ClientCredentials.find(token));
  const admitted = found?.isValid === true && !isClosed;
  apiCalls.push({ authorization, admitted });
  if (admitted && request.url === "/api/chart") {
    response.writeHead(200, {
      "content-type": "application/pdf",
      "content-disposition": 'attachment; filename="chart.pdf"',
    });
    response.end("%PDF-1.7 depths of the harbour");
    return;
  }
  response.writeHead(admitted ? 200 : 401, { "content-type": "application/json" });
  response.end(JSON.stringify(admitted ? { ok: true, scope: found.scope } : { message: "no" }));
}
