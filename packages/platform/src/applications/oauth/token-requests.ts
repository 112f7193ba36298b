import * as oauth from "oauth4webapi";
import type { EgressFetch } from "../../base/egress/create-egress.ts";
import { fillAddress } from "./address.ts";
import type { OauthClient } from "./oauth-client.ts";
import { RefreshIncompleteError, RefreshRefusedError } from "./refresh-errors.ts";
import { readTokenAnswer, TokenError } from "./token-answer.ts";
import type { TokenSet } from "./token-set.ts";

/** A grant whose tokens can be renewed. Contains secrets. */
export interface RefreshGrant {
  readonly client: OauthClient;
  /** The account's values. For the grant `refresh_token` they include `refresh_token`. */
  readonly val: Readonly<Record<string, unknown>>;
  /** RFC 6749: section 6 with a refresh token, section 4.4 with client credentials. */
  readonly grant: "refresh_token" | "client_credentials";
}

/** Milliseconds: longer than a slow authorization server takes, shorter than the lease of a refresh. */
const callMs = 25_000;

/** Token responses are small. Anything larger is refused. */
const maximumAnswerBytes = 1024 * 1024;

/**
 * Exchanges an authorization code for tokens (RFC 6749, section 4.1.3; RFC 7636, section 4.5).
 *
 * @throws TokenError when the server refuses; EgressError when it cannot be reached
 */
export async function exchangeCode(
  egress: EgressFetch,
  client: OauthClient,
  grant: { readonly code: string; readonly redirectUri: string; readonly codeVerifier: string },
): Promise<TokenSet> {
  const { code, redirectUri, codeVerifier } = grant;
  const parameters = new URLSearchParams({ code, redirect_uri: redirectUri });
  if (client.settings.pkce) {
    parameters.set("code_verifier", codeVerifier);
  }
  const address = client.settings.tokenUrl;
  return await requestTokens(egress, client, { address, type: "authorization_code", parameters });
}

/**
 * Renews tokens: with the refresh token (RFC 6749, section 6), or as the client itself (section 4.4).
 *
 * @throws RefreshRefusedError when the grant is refused permanently; RefreshIncompleteError, TokenError or EgressError
 *   when a later attempt may succeed
 */
export async function refreshTokens(
  egress: EgressFetch,
  { client, val, grant }: RefreshGrant,
  signal: AbortSignal,
): Promise<TokenSet> {
  const { settings, scopes } = client;
  const parameters = new URLSearchParams();
  if (grant === "refresh_token") {
    parameters.set("refresh_token", String(val.refresh_token));
  } else if (scopes.length > 0) {
    parameters.set(settings.scopeParameter, scopes.join(settings.scopeSeparator));
  }
  const address =
    grant === "refresh_token" ? (settings.refreshUrl ?? settings.tokenUrl) : settings.tokenUrl;
  try {
    return await requestTokens(egress, client, { address, type: grant, parameters, signal });
  } catch (error) {
    if (error instanceof TokenError && isRefused(error, grant)) {
      throw new RefreshRefusedError("The application refused to refresh the tokens.", {
        cause: error,
      });
    }
    if (error instanceof TokenError && error.refreshToken !== undefined) {
      throw new RefreshIncompleteError(error.refreshToken, error);
    }
    throw error;
  }
}

/**
 * True when the account can no longer work. With client credentials the client is the account itself, so
 * `invalid_client` is final. In a refresh the client belongs to the auth config: once its owner corrects the secret,
 * the refresh token works again.
 */
function isRefused(error: TokenError, grant: RefreshGrant["grant"]): boolean {
  return error.isFinal || (grant === "client_credentials" && error.code === "invalid_client");
}

/**
 * Revokes a token (RFC 7009). A token that the server does not know counts as revoked (section 2.2).
 *
 * @throws TokenError, EgressError when it could not be revoked now
 */
export async function revokeToken(
  egress: EgressFetch,
  client: OauthClient,
  token: string,
  signal?: AbortSignal,
): Promise<void> {
  const { revocationUrl } = client.settings;
  if (revocationUrl === undefined) {
    return;
  }
  const server = {
    ...toAuthorizationServer(client),
    revocation_endpoint: fillAddress(revocationUrl, client.values),
  };
  const options = requestOptions(egress, client, signal);
  const response = await oauth.revocationRequest(
    server,
    { client_id: client.clientId },
    chooseAuthentication(client),
    token,
    options,
  );
  await response.body?.cancel();
  if (response.status >= 300) {
    throw new TokenError(`revocation_${response.status}`, undefined);
  }
}

async function requestTokens(
  egress: EgressFetch,
  client: OauthClient,
  request: {
    readonly address: string;
    readonly type: string;
    readonly parameters: URLSearchParams;
    readonly signal?: AbortSignal;
  },
): Promise<TokenSet> {
  const { address, type, parameters, signal } = request;
  const response = await oauth.genericTokenEndpointRequest(
    { ...toAuthorizationServer(client), token_endpoint: fillAddress(address, client.values) },
    { client_id: client.clientId },
    chooseAuthentication(client),
    type,
    parameters,
    requestOptions(egress, client, signal),
  );
  return await readTokenAnswer(response, client.settings.tokenResponse);
}

/**
 * The issuer was checked when the response of the authorization endpoint arrived. Here the library only needs one to
 * be present.
 */
function toAuthorizationServer({ settings, values }: OauthClient): oauth.AuthorizationServer {
  return { issuer: fillAddress(settings.issuer ?? settings.tokenUrl, values) };
}

function chooseAuthentication({ settings, clientSecret }: OauthClient): oauth.ClientAuth {
  if (clientSecret === undefined) {
    return oauth.None();
  }
  switch (settings.clientAuthentication) {
    case "client_secret_basic":
      return authenticateBasic(clientSecret);
    case "client_secret_post":
      return oauth.ClientSecretPost(clientSecret);
    case "none":
      return oauth.None();
    default:
      return settings.clientAuthentication satisfies never;
  }
}

/**
 * `client_secret_basic` (RFC 6749, section 2.3.1), with id and secret encoded as in forms (appendix B). The library's
 * own function also encodes `-`, `.` and `_`, which forms leave alone. Ids often contain them, and many applications
 * do not decode anything.
 */
function authenticateBasic(clientSecret: string): oauth.ClientAuth {
  const encode = (text: string): string => new URLSearchParams({ v: text }).toString().slice(2);
  return (_server, { client_id: clientId }, _body, headers) => {
    const pair = `${encode(clientId)}:${encode(clientSecret)}`;
    headers.set("authorization", `Basic ${Buffer.from(pair).toString("base64")}`);
  };
}

function requestOptions(
  egress: EgressFetch,
  { settings, proxy }: OauthClient,
  signal: AbortSignal | undefined,
): oauth.TokenEndpointRequestOptions {
  return {
    headers: { ...settings.tokenHeaders },
    signal: signal ?? AbortSignal.timeout(callMs),
    // Egress decides which addresses may be called over http.
    [oauth.allowInsecureRequests]: true,
    [oauth.customFetch]: async (
      url: string,
      init: oauth.CustomFetchOptions<"POST", URLSearchParams>,
    ) => {
      const headers = new Headers(init.headers);
      const isJson = settings.tokenRequestFormat === "json";
      if (isJson) {
        headers.set("content-type", "application/json");
      }
      const body = isJson ? JSON.stringify(Object.fromEntries(init.body)) : init.body.toString();
      // Do not follow redirects: they would carry the client's secret elsewhere.
      const response = await egress(url, {
        method: "POST",
        headers,
        body,
        redirect: "error",
        proxy,
        signal: init.signal ?? null,
        limits: {
          totalTimeout: callMs,
          headersTimeout: callMs,
          maximumBodyBytes: maximumAnswerBytes,
        },
      });
      return response.toFetchResponse();
    },
  };
}
