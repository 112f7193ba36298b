import type { Schemas } from "../../base/api-types.ts";
import { PlatformError } from "../../base/errors.ts";
import type { SecretPlace } from "../../base/secrets/secrets.ts";
import { isLoopback } from "../fields/host-fields.ts";
import type { RowsScope } from "./run-in-rows.ts";

// The settings are a member of the project's configuration. In the stored one, the secret is an envelope.

/** How people sign in, as it is stored: the secret is sealed. */
export type StoredSignIn = Schemas["UpdateMcpSignIn"];

/** How people of a project sign in, with the secret. */
export type SignIn =
  | { readonly type: "handover"; readonly url: string; readonly secret: string }
  | {
      readonly type: "oidc";
      readonly issuer: string;
      readonly clientId: string;
      readonly clientSecret: string;
      readonly userIdClaim: string;
    };

/**
 * Checks new settings, and seals their secret.
 *
 * @param place where the settings are in the request, such as `body.mcp_sign_in`
 * @throws PlatformError `Validation_Failed`
 */
export async function sealSignIn(
  scope: RowsScope,
  given: Schemas["UpdateMcpSignIn"],
  place: string,
): Promise<StoredSignIn> {
  const name = given.type === "handover" ? "url" : "issuer";
  if (!isSafeAddress(given.type === "handover" ? given.url : given.issuer)) {
    const errors = [`${place}.${name}: must be an https URL, or one of a loopback address`];
    throw new PlatformError("Validation_Failed", { errors });
  }
  const { platform, trx, projectId } = scope;
  const seal = (secret: string): Promise<string> =>
    platform.secrets.seal(trx, placeSecret(projectId), secret);
  return given.type === "handover"
    ? { ...given, secret: await seal(given.secret) }
    : { ...given, client_secret: await seal(given.client_secret) };
}

/** The settings as the API returns them: without the secret. */
export function showSignIn(stored: StoredSignIn): Schemas["McpSignIn"] {
  const { covers_sessions = false } = stored;
  if (stored.type === "handover") {
    return { type: stored.type, url: stored.url, covers_sessions };
  }
  const { type, issuer, client_id, user_id_claim = "sub" } = stored;
  return { type, issuer, client_id, user_id_claim, covers_sessions };
}

/** Opens the settings with their secret. They were checked when they were stored. */
export async function openSignIn(scope: RowsScope, stored: StoredSignIn): Promise<SignIn> {
  const { platform, trx, projectId } = scope;
  const open = async (sealed: string): Promise<string> =>
    String(await platform.secrets.open(trx, placeSecret(projectId), sealed));
  if (stored.type === "handover") {
    return {
      type: "handover",
      url: stored.url,
      secret: await open(stored.secret),
    };
  }
  return {
    type: "oidc",
    issuer: stored.issuer,
    clientId: stored.client_id,
    clientSecret: await open(stored.client_secret),
    userIdClaim: stored.user_id_claim ?? "sub",
  };
}

function placeSecret(projectId: string): SecretPlace {
  return { ownerId: projectId, table: "projects", row: projectId, field: "config.mcp_sign_in" };
}

/** People send a password or a token there, so it is encrypted on the way, except on their own machine. */
function isSafeAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return (
    url !== undefined &&
    url.username === "" &&
    url.password === "" &&
    (url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname)))
  );
}
