import { hashSha256 } from "../../base/secrets/hash.ts";

/** An MCP endpoint for which access tokens are issued (RFC 8707). */
export type McpResource =
  | { readonly kind: "server"; readonly id: string }
  | { readonly kind: "session"; readonly id: string };

/** The scope of access tokens: to list the tools of an endpoint, and to call them. */
export const toolsScope = "tools";

const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const serverPath = new RegExp(`^/mcp/(${uuid})$`);
const sessionPath = /^\/tool_router\/(trs_[A-Za-z0-9_-]{1,64})\/mcp$/;

/** The path of an endpoint, below the address of the service. */
export function writeResourcePath({ kind, id }: McpResource): string {
  return kind === "server" ? `/mcp/${id}` : `/tool_router/${id}/mcp`;
}

/** The endpoint at a path below the address of the service; undefined for other paths. */
export function parseResourcePath(path: string): McpResource | undefined {
  const server = serverPath.exec(path)?.[1];
  if (server !== undefined) {
    return { kind: "server", id: server };
  }
  const session = sessionPath.exec(path)?.[1];
  return session === undefined ? undefined : { kind: "session", id: session };
}

/** The endpoint that a client names in `resource`; undefined for an address that is not one of ours. */
export function parseResource(baseUrl: string, text: string): McpResource | undefined {
  // Scheme and host may come in upper case (RFC 8707, section 2).
  const url = URL.canParse(text) ? new URL(text).href : "";
  const base = new URL(baseUrl).href.replace(/\/$/, "");
  return url.startsWith(base) ? parseResourcePath(url.slice(base.length)) : undefined;
}

/** How rows of tokens name their endpoint. The address of a session is a secret, so its hash is stored. */
export function hashResource(resource: McpResource): string {
  return hashSha256(writeResourcePath(resource));
}

/** The value of `WWW-Authenticate` at an endpoint (RFC 9728, section 5.1). */
export function writeChallenge(
  baseUrl: string,
  resource: McpResource,
  error?: "invalid_token",
): string {
  const metadata = `${baseUrl}/.well-known/oauth-protected-resource${writeResourcePath(resource)}`;
  const start = error === undefined ? "" : `error="${error}", `;
  return `Bearer ${start}resource_metadata="${metadata}", scope="${toolsScope}"`;
}
