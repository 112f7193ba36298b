import type { AccountIdentity } from "../../../applications/oauth/identity.ts";
import type { TokenSet } from "../../../applications/oauth/token-set.ts";
import { PlatformError } from "../../../base/errors.ts";
import type { Scope } from "../../scope.ts";
import type { AccountEvent } from "../connected-accounts/changing/account-events.ts";
import { assertChanged, changeAccount } from "../connected-accounts/changing/change-account.ts";
import { completeLink, type OpenLink, readOpenLink } from "../connecting/links.ts";

/** The outcome of an exchange: tokens, or an error of the application or of the exchange itself. */
export type GrantOutcome =
  | {
      readonly kind: "granted";
      readonly tokens: TokenSet;
      readonly identity?: AccountIdentity | null;
    }
  | {
      readonly kind: "failed";
      readonly error: string;
      readonly errorDescription?: string | undefined;
    };

/** The address to which the browser continues. */
export interface CompletedGrant {
  readonly accountId: string;
  readonly status: "success" | "failed";
  /** Null when the user ends on the service's closing page. */
  readonly callbackUrl: string | null;
}

/**
 * Completes a connection, or an open refresh, with the outcome of its exchange. The account becomes ACTIVE, or FAILED
 * after a failed first connection. A failed refresh changes nothing.
 *
 * @throws PlatformError `ConnectedAccount_StateInvalid` when the link was completed or ended meanwhile
 */
export async function completeGrant(
  scope: Scope,
  ticket: { readonly linkId: string },
  outcome: GrantOutcome,
): Promise<CompletedGrant> {
  return await storeOutcome(scope, await readLinkOfState(scope, ticket.linkId), outcome);
}

/**
 * The open link of an authorization. It may have been completed, deleted or expired since. The browser sees the same error for all
 * three.
 *
 * @throws PlatformError `ConnectedAccount_StateInvalid`
 */
export async function readLinkOfState(scope: Scope, linkId: string): Promise<OpenLink> {
  return await readOpenLink(scope, linkId).catch((error: unknown) => {
    if (!(error instanceof PlatformError)) {
      throw error;
    }
    throw new PlatformError("ConnectedAccount_StateInvalid", { cause: error });
  });
}

/** Stores the outcome of the exchange for an open link, and ends the link. */
export async function storeOutcome(
  scope: Scope,
  link: OpenLink,
  outcome: GrantOutcome,
): Promise<CompletedGrant> {
  const { account, purpose, callbackUrl } = link;
  const identity = outcome.kind === "granted" ? outcome.identity : undefined;
  const added = identity ? { identity } : undefined;
  assertChanged(await changeAccount(scope, account, toEvent(purpose, outcome), added));
  const status = outcome.kind === "granted" ? "success" : "failed";
  await completeLink(scope, link, status);
  return { accountId: account.row.id, status, callbackUrl };
}

function toEvent(purpose: OpenLink["purpose"], outcome: GrantOutcome): AccountEvent {
  if (outcome.kind === "granted") {
    return { type: "grant_succeeded", purpose, tokens: outcome.tokens };
  }
  const { error, errorDescription = "The application did not grant access." } = outcome;
  // The texts come from the application, or from a stranger who made up a response. They are cut, and only ever shown
  // as text.
  return {
    type: "grant_failed",
    purpose,
    error: toStorable(error, 100),
    errorDescription: toStorable(errorDescription, 500),
  };
}

/**
 * Cuts a string to `most` characters. It removes U+0000 and halves of surrogate pairs, which PostgreSQL's text cannot
 * hold.
 */
function toStorable(text: string, most: number): string {
  return text.replaceAll("\u0000", "").slice(0, most).toWellFormed();
}
