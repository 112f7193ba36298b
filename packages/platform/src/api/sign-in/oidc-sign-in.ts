import * as oauth from "oauth4webapi";
import type { Services } from "../../actions/services.ts";
import { separateConnections } from "../../base/egress/for-project.ts";
import {
  deleteOauthRecord,
  readOauthRecord,
  saveOauthRecord,
} from "../../domain/mcp-sign-in/oauth-records.ts";
import { runInRows } from "../../domain/mcp-sign-in/run-in-rows.ts";
import type { SignIn } from "../../domain/mcp-sign-in/sign-in-settings.ts";
import { SignInRefusedError } from "./sign-in-error.ts";

type OidcSignIn = SignIn & { readonly type: "oidc" };

/** One sign-in at the provider of a project. */
export interface OidcAttempt {
  readonly projectId: string;
  /** The interaction that waits for it. */
  readonly request: string;
  /** The address to which the provider sends the browser back. It is registered there. */
  readonly redirectUri: string;
}

/** What an attempt began with. */
interface Begun {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Seconds that an attempt may take, and milliseconds for each request to the provider. */
const [attemptSeconds, callMs] = [600, 10_000];

const kind = "SignIn";

/**
 * Begins a sign-in: returns the address of the provider, to which the browser goes.
 *
 * @throws Error when the provider cannot be reached, or its discovery document is wrong
 */
export async function beginOidc(
  services: Services,
  signIn: OidcSignIn,
  { projectId, request, redirectUri }: OidcAttempt,
): Promise<string> {
  const server = await discover(services, signIn, projectId);
  const verifier = oauth.generateRandomCodeVerifier();
  // The state names the sign-in, because the provider sends all of them to one address.
  const begun: Begun = {
    state: `${request}.${oauth.generateRandomState()}`,
    nonce: oauth.generateRandomNonce(),
    verifier,
  };
  await runInRows(services.platform, projectId, (scope) =>
    saveOauthRecord(scope, { kind, id: request, payload: begun, expiresIn: attemptSeconds }),
  );
  const address = new URL(server.authorization_endpoint ?? "");
  const parameters = {
    response_type: "code",
    client_id: signIn.clientId,
    redirect_uri: redirectUri,
    scope: signIn.userIdClaim === "email" ? "openid email" : "openid",
    state: begun.state,
    nonce: begun.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(parameters)) {
    address.searchParams.set(name, value);
  }
  return address.href;
}

/**
 * Ends a sign-in, and returns the user. The state, the nonce, the issuer and the code verifier have to be those of the attempt, which
 * counts once.
 *
 * @param answer the query with which the provider sent the browser back
 * @throws SignInRefusedError
 */
export async function completeOidc(
  services: Services,
  signIn: OidcSignIn,
  { projectId, request, redirectUri }: OidcAttempt,
  answer: URLSearchParams,
): Promise<string> {
  const begun = await runInRows(services.platform, projectId, async (scope) => {
    const found = await readOauthRecord(scope, kind, { id: request });
    const isFirst = found !== undefined && (await deleteOauthRecord(scope, kind, request));
    // Only `beginOidc` writes these records.
    return isFirst ? (found.payload as Begun) : undefined;
  });
  if (begun === undefined) {
    throw new SignInRefusedError("the sign-in has ended, or was used before");
  }
  const client: oauth.Client = { client_id: signIn.clientId };
  try {
    const server = await discover(services, signIn, projectId);
    const valid = oauth.validateAuthResponse(server, client, answer, begun.state);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authenticate(server, signIn),
      valid,
      redirectUri,
      begun.verifier,
      callOptions(services, projectId),
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
      expectedNonce: begun.nonce,
      requireIdToken: true,
    });
    const claims = oauth.getValidatedIdTokenClaims(tokens);
    if (signIn.userIdClaim === "email" && claims?.email_verified !== true) {
      throw new SignInRefusedError("the provider has not verified the e-mail address");
    }
    const user = claims?.[signIn.userIdClaim];
    if (typeof user !== "string") {
      throw new SignInRefusedError(`the ID token has no text as ${signIn.userIdClaim}`);
    }
    return user;
  } catch (error) {
    if (error instanceof SignInRefusedError) {
      throw error;
    }
    services.warn("sign-in at the provider of a project failed", { failure: error });
    throw new SignInRefusedError("the provider did not confirm the sign-in");
  }
}

/** The usual way, unless the provider does not have it (OpenID Connect Discovery, section 3). */
function authenticate(
  { token_endpoint_auth_methods_supported: methods }: oauth.AuthorizationServer,
  { clientSecret }: OidcSignIn,
): oauth.ClientAuth {
  return methods === undefined || methods.includes("client_secret_basic")
    ? oauth.ClientSecretBasic(clientSecret)
    : oauth.ClientSecretPost(clientSecret);
}

async function discover(
  services: Services,
  { issuer }: OidcSignIn,
  projectId: string,
): Promise<oauth.AuthorizationServer> {
  const url = new URL(issuer);
  const response = await oauth.discoveryRequest(url, callOptions(services, projectId));
  return await oauth.processDiscoveryResponse(url, response);
}

function callOptions(
  services: Services,
  projectId: string,
): {
  readonly signal: () => AbortSignal;
  readonly [oauth.allowInsecureRequests]: true;
  readonly [oauth.customFetch]: (
    url: string,
    init: oauth.CustomFetchOptions<"GET" | "POST", URLSearchParams | undefined>,
  ) => Promise<Response>;
} {
  const own = separateConnections(services.egress, projectId, "tokens");
  return {
    signal: () => AbortSignal.timeout(callMs),
    // Egress decides which addresses may be called over http; the settings allow only loopback ones.
    [oauth.allowInsecureRequests]: true,
    [oauth.customFetch]: async (url, { method, headers, body, signal }) => {
      const response = await own(url, {
        method,
        headers,
        body: body?.toString() ?? null,
        signal: signal ?? null,
        redirect: "manual",
      });
      return response.toFetchResponse();
    },
  };
}
