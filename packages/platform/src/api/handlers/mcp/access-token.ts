import { PlatformError } from "../../../base/errors.ts";
import { type McpResource, writeChallenge } from "../../../domain/mcp-sign-in/mcp-resource.ts";

/** Characters of the longest access token that is looked up. Ours have 43. */
const longestToken = 512;

/**
 * The access token of a request (RFC 6750, section 2.1); undefined without one. A credential of another scheme is not a token, and one
 * that cannot be ours is empty, so that no user has it.
 */
export function readAccessToken({ headers }: Request): string | undefined {
  const token = /^Bearer +(\S+) *$/i.exec(headers.get("authorization") ?? "")?.[1];
  return token !== undefined && token.length > longestToken ? "" : token;
}

/**
 * The user of a call that needs an access token.
 *
 * @param found the token of the request, and its user if it is valid for this endpoint
 * @throws PlatformError `Mcp_SignInRequired`, `Mcp_TokenInvalid`, both with the challenge of the endpoint
 */
export function requireTokenUser(
  baseUrl: string,
  resource: McpResource,
  { token, user }: { readonly token: string | undefined; readonly user: string | undefined },
): string {
  if (user !== undefined) {
    return user;
  }
  if (token === undefined) {
    throw new PlatformError("Mcp_SignInRequired", {
      challenge: writeChallenge(baseUrl, resource),
    });
  }
  throw new PlatformError("Mcp_TokenInvalid", {
    challenge: writeChallenge(baseUrl, resource, "invalid_token"),
  });
}
