import { createHash, randomBytes } from "node:crypto";
import { fillAddress } from "../../../applications/oauth/address.ts";
import type { OauthClient } from "../../../applications/oauth/oauth-client.ts";
import { reservedParameters } from "../../../applications/toolkits/documents/reserved-parameters.ts";
import { PlatformError } from "../../../base/errors.ts";
import { createRandomToken } from "../../../base/ids.ts";
import { hashSha256 } from "../../../base/secrets/hash.ts";
import type { Values } from "../../fields/masking.ts";
import type { Scope } from "../../scope.ts";
import { chooseRedirectAddress } from "../auth-configs/redirect-address.ts";
import { planConnection } from "../connected-accounts/plan-connection.ts";
import { readOauthClient } from "../connected-accounts/read-oauth-client.ts";
import { storeAddressFields } from "../connecting/link-fields.ts";
import { readOpenLink } from "../connecting/links.ts";
import { sealState } from "./state-secrets.ts";

/** The address to which the browser goes, and the cookie that it has to bring back. */
export interface AuthorizationStart {
  /** The application's authorization endpoint with the request in its query. It contains `state`, so never log it. */
  readonly url: string;
  /** The name of the cookie contains its hash, and the application sends it back. A secret. */
  readonly state: string;
  /** The value of the HttpOnly cookie that binds the connection to this browser. A secret. */
  readonly browserToken: string;
  readonly expiresAt: Date;
}

/**
 * Begins an authorization code flow with PKCE (RFC 6749, section 4.1.1; RFC 7636; RFC 9700) for an open link. It
 * creates a `state` that is bound to the project, the account and the browser, and is accepted once. A link may begin
 * several flows; the first response completes it.
 *
 * @param fields the values that the user filled in; most applications need none
 * @throws PlatformError `ConnectedAccount_LinkNotFound`, `ConnectedAccount_LinkUsed`,
 *   `ConnectedAccount_AuthConfigDisabled`, `ConnectedAccount_SchemeUnsupported`,
 *   `ConnectedAccount_CredentialsMissing`, `Validation_Failed`
 */
export async function beginAuthorization(
  scope: Scope,
  linkId: string,
  fields: Values = {},
): Promise<AuthorizationStart> {
  const link = await readOpenLink(scope, linkId);
  const plan = await planConnection(scope, link.account.row.auth_config_id, undefined);
  const account = await storeAddressFields(scope, link, plan, fields);
  const client = await readOauthClient(scope, account);
  const state = createRandomToken();
  const browserToken = createRandomToken();
  // RFC 7636, section 4.1, requires 43 to 128 characters. 32 random bytes in base64url are 43.
  const codeVerifier = randomBytes(32).toString("base64url");
  const { has_own_redirect: hasOwn, toolkit_slug: slug } = plan.authConfig;
  const redirectUri = chooseRedirectAddress(scope, slug, hasOwn);
  const url = buildAuthorizationUrl(client, { state, codeVerifier, redirectUri });
  const { settings, clientId, values } = client;
  const id = hashSha256(state);
  await scope.trx
    .insertInto("oauth_states")
    .values({
      project_id: scope.projectId,
      id,
      link_id: linkId,
      browser_hash: hashSha256(browserToken),
      secrets: await sealState(scope, id, {
        codeVerifier,
        redirectUri,
        clientId,
        tokenEndpoint: fillAddress(settings.tokenUrl, values),
        issuer: settings.issuer === undefined ? null : fillAddress(settings.issuer, values),
        authorizationOrigin: url.origin,
      }),
      expires_at: link.expiresAt,
    })
    .execute();
  return { url: url.href, state, browserToken, expiresAt: link.expiresAt };
}

function buildAuthorizationUrl(
  client: OauthClient,
  request: { readonly state: string; readonly codeVerifier: string; readonly redirectUri: string },
): URL {
  const { settings, clientId, scopes, values } = client;
  if (settings.authorizationUrl === undefined) {
    throw new PlatformError("ConnectedAccount_SchemeUnsupported");
  }
  const url = new URL(fillAddress(settings.authorizationUrl, values));
  const parameters: Record<string, string> = {
    ...settings.authorizationParameters,
    response_type: "code",
    client_id: clientId,
    redirect_uri: request.redirectUri,
    state: request.state,
  };
  if (scopes.length > 0) {
    parameters[settings.scopeParameter] = scopes.join(settings.scopeSeparator);
  }
  if (settings.pkce) {
    parameters.code_challenge = createHash("sha256")
      .update(request.codeVerifier)
      .digest("base64url");
    parameters.code_challenge_method = "S256";
  }
  // The document's address may have a query of its own.
  for (const name of reservedParameters) {
    url.searchParams.delete(name);
  }
  for (const [name, value] of Object.entries(parameters)) {
    url.searchParams.set(name, value);
  }
  return url;
}
