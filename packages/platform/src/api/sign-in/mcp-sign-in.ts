import type { IncomingMessage, ServerResponse } from "node:http";
import type { FailureResponse } from "@specwright/runtime/v1/server";
import type { Services } from "../../actions/services.ts";
import { PlatformError } from "../../base/errors.ts";
import { createId } from "../../base/ids.ts";
import { locateMcpServer } from "../../domain/agents/mcp/mcp-endpoint.ts";
import { locateSession } from "../../domain/agents/tool-router/sessions.ts";
import {
  type McpResource,
  parseResourcePath,
  toolsScope,
  writeResourcePath,
} from "../../domain/mcp-sign-in/mcp-resource.ts";
import { readSignIn } from "../../domain/projects/read-sign-in.ts";
import { createPageHeaders } from "../handlers/hosted-pages/page.ts";
import {
  createAuthorizationServers,
  sessionCookie,
  writeIssuerPath,
} from "./authorization-server.ts";
import { createRefusedPage } from "./consent-page.ts";
import { answerInteraction, sendPage } from "./interaction.ts";

/** Answers the paths of the sign-in to MCP endpoints. Returns false for any other path; nothing was sent then. */
export type McpSignInPages = (
  path: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
) => boolean;

/** The parts of the process that the pages use. */
export interface McpSignInParts {
  readonly services: Services;
  /** Counts a request against the address of its caller; @throws PlatformError `Request_RateLimited` */
  readonly countAddress: (incoming: IncomingMessage) => Promise<unknown>;
  /** Writes an error in the API's own shape. */
  readonly toAnswer: (error: PlatformError, requestId: string) => FailureResponse;
}

const resourceMetadataPath = /^\/\.well-known\/oauth-protected-resource(\/.*)$/;

/** The issuer's path is inserted behind the well-known name (RFC 8414, section 3.1), or stands before it (OpenID Connect Discovery). */
const serverMetadataPath =
  /^\/\.well-known\/(oauth-authorization-server|openid-configuration)\/oauth\/(proj_[\w-]{12})$/;
const serverPath = /^\/oauth\/(proj_[\w-]{12})(\/.*)$/;

/**
 * Creates the pages with which people sign in to MCP endpoints: the metadata of each endpoint (RFC 9728), and an authorization server
 * for each project that has set `mcp_sign_in` (ADR 147). Everything is 404 for other projects.
 */
export function createMcpSignIn(parts: McpSignInParts): McpSignInPages {
  const findServer = createAuthorizationServers(parts.services);
  return (path, incoming, outgoing) => {
    const ofResource = resourceMetadataPath.exec(path)?.[1];
    const ofServer = serverMetadataPath.exec(path);
    const [, projectId = ofServer?.[2], rest = `/.well-known/${ofServer?.[1]}`] =
      serverPath.exec(path) ?? [];
    const answer =
      ofResource !== undefined
        ? () => answerResource(parts.services, ofResource, incoming, outgoing)
        : projectId !== undefined
          ? () =>
              answerServer(parts.services, findServer, {
                projectId,
                path: rest,
                incoming,
                outgoing,
              })
          : undefined;
    if (answer === undefined) {
      return false;
    }
    void parts
      .countAddress(incoming)
      .then(answer)
      .catch((failure: unknown) => sendFailure(parts, outgoing, failure));
    return true;
  };
}

/** Answers the metadata of an MCP endpoint. Pages of any origin may read it: it has no secret that its address does not have. */
async function answerResource(
  services: Services,
  path: string,
  { method }: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const resource = parseResourcePath(path);
  const found = resource && (await findProject(services, resource));
  if (resource === undefined || found === undefined) {
    throw new PlatformError("Request_PathUnknown");
  }
  const { baseUrl } = services.platform;
  const body = JSON.stringify({
    resource: baseUrl + writeResourcePath(resource),
    authorization_servers: [baseUrl + writeIssuerPath(found.projectId)],
    scopes_supported: [toolsScope],
    bearer_methods_supported: ["header"],
    resource_name: found.name,
  });
  outgoing.writeHead(200, {
    "content-type": "application/json",
    "access-control-allow-origin": "*",
    "access-control-allow-headers": "mcp-protocol-version",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "content-length": Buffer.byteLength(body),
  });
  outgoing.end(method === "HEAD" || method === "OPTIONS" ? undefined : body);
}

/** The project and the name of an endpoint at which people can sign in; undefined for every other one. */
async function findProject(
  { platform }: Services,
  { kind, id }: McpResource,
): Promise<{ readonly projectId: string; readonly name: string } | undefined> {
  try {
    if (kind === "session") {
      const { projectId, needsToken } = await locateSession(platform, id);
      return needsToken === null ? undefined : { projectId, name: "Tool router session" };
    }
    const { place, endpoint, hasSignIn } = await locateMcpServer(platform, id);
    return hasSignIn ? { projectId: place.projectId, name: endpoint.name } : undefined;
  } catch (error) {
    if (error instanceof PlatformError) {
      return undefined;
    }
    throw error;
  }
}

/** A request to the authorization server of a project. */
interface ServerRequest {
  readonly projectId: string;
  /** The path below the issuer. */
  readonly path: string;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

async function answerServer(
  services: Services,
  findServer: ReturnType<typeof createAuthorizationServers>,
  { projectId, path, incoming, outgoing }: ServerRequest,
): Promise<void> {
  // Asked with each request, so that a project that turns the sign-in off is refused by every replica at once.
  const project = await readSignIn(services.platform, projectId);
  if (project === undefined) {
    throw new PlatformError("Request_PathUnknown");
  }
  const provider = await findServer(projectId);
  const query = new URLSearchParams(/\?(.*)/.exec(incoming.url ?? "")?.[1]);
  useOwnAddress(incoming, services.platform.baseUrl);
  for (const [name, value] of Object.entries(createPageHeaders())) {
    outgoing.setHeader(name, value);
  }
  outgoing.setHeader("x-content-type-options", "nosniff");
  outgoing.setHeader("x-frame-options", "DENY");
  const request = { services, provider, project, incoming, outgoing, path, query };
  if (await answerInteraction(request)) {
    return;
  }
  if (path === "/auth") {
    if (incoming.method === "POST" || query.getAll("response_mode").some(isOtherMode)) {
      const error_description = "send the request with GET, and response_mode=query or none";
      sendPage(outgoing, 400, createRefusedPage({ error: "invalid_request", error_description }));
      return;
    }
    // There is one scope, and not every client asks for it.
    query.set("scope", toolsScope);
    dropSession(incoming, outgoing, new URL(provider.issuer).pathname);
  }
  // oidc-provider takes the part before `url` as the path under which it is mounted.
  const target = query.size === 0 ? path : `${path}?${query}`;
  Object.assign(incoming, {
    url: target,
    originalUrl: new URL(provider.issuer).pathname + target,
  });
  await provider.callback()(incoming, outgoing);
}

/** `query` is the only way in which a client gets its response, and the default. */
function isOtherMode(mode: string): boolean {
  return mode !== "query";
}

/**
 * Forgets who signed in before in this browser: each authorization asks again, and another person may come. oidc-provider would first end
 * the session of the other person, on a page with a script.
 */
function dropSession({ headers }: IncomingMessage, outgoing: ServerResponse, path: string): void {
  const pairs = (headers.cookie ?? "").split(/; */);
  headers.cookie = pairs.filter((pair) => !pair.startsWith(sessionCookie)).join("; ");
  const names = [sessionCookie, `${sessionCookie}.sig`];
  outgoing.setHeader(
    "set-cookie",
    names.map((name) => `${name}=; path=${path}; max-age=0; httponly; samesite=lax`),
  );
}

/** Replaces what the caller says about the address of the service by what the deployment knows. */
function useOwnAddress(incoming: IncomingMessage, baseUrl: string): void {
  const { host, protocol } = new URL(baseUrl);
  incoming.headers.host = host;
  incoming.headers["x-forwarded-proto"] = protocol.slice(0, -1);
  delete incoming.headers["x-forwarded-host"];
  delete incoming.headers[":authority"];
}

function sendFailure(
  { services, toAnswer }: McpSignInParts,
  outgoing: ServerResponse,
  failure: unknown,
): void {
  const requestId = createId("req");
  if (!(failure instanceof PlatformError)) {
    services.warn("sign-in of an MCP client failed", { request_id: requestId, failure });
  }
  if (outgoing.headersSent) {
    outgoing.destroy();
    return;
  }
  const known = failure instanceof PlatformError ? failure : new PlatformError("Server_Unexpected");
  const { status = 500, headers, body } = toAnswer(known, requestId);
  outgoing.writeHead(status, {
    ...headers,
    "content-type": "application/json",
    "x-request-id": requestId,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  outgoing.end(JSON.stringify(body));
}
