import { type AccountIdentity, readIdToken } from "../../applications/oauth/identity.ts";
import { exchangeCode } from "../../applications/oauth/token-requests.ts";
import type { TokenSet } from "../../applications/oauth/token-set.ts";
import { separateConnections } from "../../base/egress/for-project.ts";
import {
  type CompletedGrant,
  completeGrant,
  type GrantOutcome,
} from "../../domain/accounts/authorization/complete-grant.ts";
import type { GrantTicket } from "../../domain/accounts/authorization/receive-callback.ts";
import { findScheme } from "../../domain/fields/connection-catalog.ts";
import { runInProject } from "../../domain/scope.ts";
import { classifyOutsideFailure } from "../outside-failure.ts";
import type { Services } from "../services.ts";
import { tryCredentials } from "./try-credentials.ts";

/** The response of an application's authorization endpoint (RFC 6749, sections 4.1.2 and 4.1.2.1). */
export interface AuthorizationAnswer {
  readonly code: string | undefined;
  readonly error: string | undefined;
  readonly errorDescription: string | undefined;
}

/**
 * Completes a connection with the response that the browser brought back. It exchanges the code for tokens and stores
 * them, or stores the reason why the application granted none.
 *
 * @param ticket from `receiveCallback`; it allows one token call
 * @throws PlatformError `ConnectedAccount_StateInvalid` when the link was completed or ended meanwhile
 */
export async function completeAuthorization(
  services: Services,
  ticket: GrantTicket,
  answer: AuthorizationAnswer,
): Promise<CompletedGrant> {
  const outcome = await redeemGrant(services, ticket, answer);
  return await runInProject(services.platform, ticket.projectId, (scope) =>
    completeGrant(scope, ticket, outcome),
  );
}

async function redeemGrant(
  services: Services,
  ticket: GrantTicket,
  { code, error, errorDescription }: AuthorizationAnswer,
): Promise<GrantOutcome> {
  if (error !== undefined || code === undefined) {
    return endFailedGrant(error ?? "invalid_request", errorDescription);
  }
  const { client, projectId, redirectUri, codeVerifier } = ticket;
  const egress = separateConnections(services.egress, projectId, "tokens");
  try {
    const grant = { code, redirectUri, codeVerifier };
    const tokens = await exchangeCode(egress, client, grant);
    return { kind: "granted", tokens, identity: await identify(services, ticket, tokens) };
  } catch (thrown) {
    const failure = classifyOutsideFailure(thrown);
    switch (failure?.kind) {
      case "refused":
        return endFailedGrant(failure.code, failure.description);
      case "unreached": {
        const toolkit = client.toolkitSlug;
        services.warn("token endpoint did not answer", { toolkit, reason: failure.error.reason });
        return endFailedGrant("temporarily_unavailable", "The application could not be reached.");
      }
      default:
        // Only one process exchanges a code. The other kinds of failure occur only in a refresh.
        throw thrown;
    }
  }
}

/** Milliseconds. The user's browser is waiting, and the connection works without it. */
const identityMs = 5_000;

/** Finds who the user is at the application: in the ID token, or else with the toolkit's test operation. */
async function identify(
  services: Services,
  { client, projectId }: GrantTicket,
  { extra, ...granted }: TokenSet,
): Promise<AccountIdentity | null> {
  const catalog = await services.catalogs.open({ projectId });
  const scheme = findScheme(catalog.findToolkit(client.toolkitSlug), client.mode);
  const known = readIdToken(granted.id_token);
  if (known !== null || scheme === undefined) {
    return known;
  }
  const { identity } = await tryCredentials(services, projectId, {
    scheme,
    values: { ...client.values, ...extra, ...granted },
    proxy: client.proxy,
    timeoutMs: identityMs,
  });
  return identity;
}

function endFailedGrant(error: string, errorDescription: string | undefined): GrantOutcome {
  return {
    kind: "failed",
    error,
    errorDescription,
  };
}
