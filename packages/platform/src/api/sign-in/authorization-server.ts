import { LRUCache } from "lru-cache";
import type Provider from "oidc-provider";
import type { Configuration, KoaContextWithOIDC } from "oidc-provider";
import type { Services } from "../../actions/services.ts";
import { separateConnections } from "../../base/egress/for-project.ts";
import { nameMcpEndpoint } from "../../domain/agents/name-mcp-endpoint.ts";
import { isLoopback } from "../../domain/fields/host-fields.ts";
import { parseResource, toolsScope } from "../../domain/mcp-sign-in/mcp-resource.ts";
import { runInRows } from "../../domain/mcp-sign-in/run-in-rows.ts";
import { createRefusedPage } from "./consent-page.ts";
import { createRecordAdapter } from "./record-adapter.ts";
import { respondInQuery } from "./respond-in-query.ts";
import { openServerKeys } from "./server-keys.ts";

/** The path of a project's authorization server, below the address of the service. */
export function writeIssuerPath(projectId: string): string {
  return `/oauth/${projectId}`;
}

/** The cookie of the person who has signed in, until the browser is sent back to the client. */
export const sessionCookie = "mcp_session";

/** Seconds for which an access token works. A client refreshes it without its user. */
const accessTokenSeconds = 600;

/** Seconds in which a person signs in, and agrees. */
const interactionSeconds = 600;

const daySeconds = 24 * 3600;

/** Servers that a process keeps. One is made in some milliseconds. */
const mostServers = 100;

/** Bytes of the document of a client, and milliseconds in which it arrives. */
const [largestDocument, documentMs] = [64 * 1024, 5_000];

/**
 * Creates the authorization servers of the projects. Each project has its own issuer, clients and keys, so nothing that one of them
 * issues means anything to another. oidc-provider is loaded at the first request, because few installations need it.
 */
export function createAuthorizationServers(
  services: Services,
): (projectId: string) => Promise<Provider> {
  const servers = new LRUCache<string, Promise<Provider>>({ max: mostServers, ttl: 60_000 });
  return (projectId) => {
    const known = servers.get(projectId);
    if (known !== undefined) {
      return known;
    }
    const made = createServer(services, projectId);
    servers.set(projectId, made);
    made.catch(() => servers.delete(projectId));
    return made;
  };
}

async function createServer(services: Services, projectId: string): Promise<Provider> {
  const { platform, egress } = services;
  const { default: OidcProvider, errors, interactionPolicy } = await import("oidc-provider");
  const { cookieKeys, jwks } = await openServerKeys(platform, projectId);
  const { baseUrl } = platform;
  const path = new URL(baseUrl).pathname.replace(/\/$/, "") + writeIssuerPath(projectId);
  const secure = baseUrl.startsWith("https:");
  const cookie = { path, secure, httpOnly: true, sameSite: "lax", signed: true } as const;
  const own = separateConnections(egress, projectId, "clients");

  const policy = interactionPolicy.base();
  const { Check } = interactionPolicy;
  const ask = (name: "login" | "consent", description: string, error: string): void => {
    policy
      .get(name)
      ?.checks.add(
        new Check(`each_${name}`, description, error, ({ oidc }: KoaContextWithOIDC) =>
          oidc.result?.[name] === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
        ),
      );
  };
  // No earlier sign-in or consent counts: another program on the same machine could use it without its user.
  ask("login", "The person has to sign in.", "login_required");
  ask("consent", "The person has to agree.", "consent_required");

  const configuration: Configuration = {
    adapter: createRecordAdapter(
      platform,
      projectId,
      () => new errors.InvalidGrant("it was used by another request"),
    ),
    jwks: { keys: [...jwks.keys] } as NonNullable<Configuration["jwks"]>,
    cookies: {
      keys: [...cookieKeys],
      names: { session: sessionCookie, interaction: "mcp_sign_in", resume: "mcp_resume" },
      long: cookie,
      short: { ...cookie, path: undefined },
    },
    // Clients register with it.
    scopes: [toolsScope],
    claims: {},
    responseTypes: ["code"],
    clientAuthMethods: ["none", "client_secret_basic", "client_secret_post"],
    clientDefaults: {
      // Its loopback redirects may have any port (RFC 8252, section 7.3), and few clients declare what they are.
      application_type: "native",
      grant_types: ["authorization_code", "refresh_token"],
      id_token_signed_response_alg: "ES256",
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    },
    enabledJWA: { idTokenSigningAlgValues: ["ES256"] },
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    // A client in a browser runs on a page of its redirect address.
    clientBasedCORS: (_, origin, client) =>
      client.redirectUris?.some((uri) => URL.canParse(uri) && new URL(uri).origin === origin) ??
      false,
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    loadExistingGrant: async ({ oidc }) => {
      const grantId = oidc.result?.consent?.grantId;
      return grantId === undefined ? undefined : await oidc.provider.Grant.find(grantId);
    },
    interactions: { policy, url: (_, { uid }) => `${path}/interaction/${uid}` },
    issueRefreshToken: (_, client) => client.grantTypeAllowed("refresh_token"),
    rotateRefreshToken: true,
    expiresWithSession: () => false,
    ttl: {
      AccessToken: accessTokenSeconds,
      AuthorizationCode: 60,
      RefreshToken: 30 * daySeconds,
      Grant: 365 * daySeconds,
      Interaction: interactionSeconds,
      Session: interactionSeconds,
      IdToken: 60,
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: (_, client, token) => token.clientId === client.clientId,
      },
      registration: { enabled: true, issueRegistrationAccessToken: false },
      clientIdMetadataDocument: { enabled: true, ack: "draft-02" },
      resourceIndicators: {
        enabled: true,
        defaultResource: (_, __, oneOf) => {
          if (oneOf === undefined) {
            throw new errors.InvalidTarget("resource is missing: name the URL of the MCP server");
          }
          return oneOf;
        },
        useGrantedResource: () => true,
        getResourceServerInfo: async (ctx, text) => {
          const resource = parseResource(baseUrl, text);
          const name =
            resource &&
            (await runInRows(platform, projectId, (scope) => nameMcpEndpoint(scope, resource)));
          if (name === undefined || Array.isArray(ctx.oidc.params?.resource)) {
            throw new errors.InvalidTarget("resource is not one MCP server of this project");
          }
          return {
            scope: toolsScope,
            audience: text,
            accessTokenTTL: accessTokenSeconds,
            accessTokenFormat: "opaque",
          };
        },
      },
    },
    extraClientMetadata: {
      properties: ["redirect_check"],
      validator: (_, __, ___, { redirect_uris: uris = [] }) => {
        // Anything may be sent in their place, and nothing has checked it yet.
        if ([uris].flat().some(isUnsafeRedirect)) {
          throw new errors.InvalidRedirectUri(
            "redirect_uris must be https, a loopback address, or a scheme of the application",
          );
        }
      },
    },
    fetch: async (url, init) => {
      const response = await own(String(url), {
        method: init?.method ?? "GET",
        headers: new Headers(init?.headers),
        redirect: "manual",
        limits: {
          totalTimeout: documentMs,
          headersTimeout: documentMs,
          maximumBodyBytes: largestDocument,
        },
      });
      return response.toFetchResponse();
    },
    renderError: (ctx, out) => {
      const { headers, body } = createRefusedPage(out);
      ctx.set({ ...headers });
      ctx.type = "html";
      ctx.body = body;
    },
  };
  const provider = new OidcProvider(baseUrl + writeIssuerPath(projectId), configuration);
  // The mount writes the address of the deployment into these headers: nothing is derived from what a caller sent.
  provider.proxy = true;
  provider.use(respondInQuery);
  provider.use(async (ctx, next) => {
    await next();
    // oidc-provider makes a secret for a client that does not say how it authenticates, although our default is without.
    if (
      ctx.oidc?.route === "registration" &&
      Object(ctx.body).token_endpoint_auth_method === "none"
    ) {
      const { client_secret: _, client_secret_expires_at: __, ...shown } = Object(ctx.body);
      ctx.body = shown;
    }
  });
  provider.on("server_error", (_, failure) => {
    services.warn("sign-in of an MCP client failed", { failure });
  });
  return provider;
}

/** True for an address to which no code may be sent: http of another machine. */
function isUnsafeRedirect(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url === undefined || (url.protocol === "http:" && !isLoopback(url.hostname));
}
