import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { SecretPlace } from "../../../base/secrets/secrets.ts";
import type { Scope } from "../../scope.ts";

/** The user or the account for which a URL of an MCP server acts. */
export interface McpSubject {
  readonly name: "user_id" | "connected_account_id";
  readonly value: string;
}

const version = "v1";

/** A new key of a server, sealed. */
export async function sealNewSigningKey(scope: Scope, serverId: string): Promise<string> {
  const key = randomBytes(32).toString("base64url");
  return await scope.platform.secrets.seal(scope.trx, placeSigningKey(scope, serverId), key);
}

/** The key of a server, opened. */
export async function openSigningKey(
  scope: Scope,
  serverId: string,
  envelope: string,
): Promise<Buffer> {
  const { secrets } = scope.platform;
  const key = await secrets.open(scope.trx, placeSigningKey(scope, serverId), envelope);
  return Buffer.from(String(key), "base64url");
}

function placeSigningKey({ projectId }: Scope, serverId: string): SecretPlace {
  return { ownerId: projectId, table: "mcp_servers", row: serverId, field: "signing_key" };
}

/**
 * Signs a URL with an HMAC-SHA256 over the version, the server, and the parameter's name and value. The length of
 * each part is signed too, so that characters cannot be moved from one part to another.
 */
export function signUrl(key: Buffer, serverId: string, { name, value }: McpSubject): string {
  const hmac = createHmac("sha256", key);
  for (const part of [version, serverId, name, value]) {
    const bytes = Buffer.from(part, "utf8");
    hmac.update(`${bytes.length}:`).update(bytes);
  }
  return `${version}.${hmac.digest("base64url")}`;
}

/** True for the signature that `signUrl` makes. The time of the comparison reveals nothing about it. */
export function isSignatureOf(
  signature: string,
  key: Buffer,
  serverId: string,
  subject: McpSubject,
): boolean {
  const [given, right] = [signature, signUrl(key, serverId, subject)].map((text) =>
    createHmac("sha256", key).update(text).digest(),
  );
  return given !== undefined && right !== undefined && timingSafeEqual(given, right);
}
