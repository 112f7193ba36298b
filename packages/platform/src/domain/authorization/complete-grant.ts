import { PlatformError } from "../../errors.ts";
import type { TokenSet } from "../../oauth/token-set.ts";
import type { AccountEvent } from "../connected-accounts/changing/account-events.ts";
import { assertChanged, changeAccount } from "../connected-accounts/changing/change-account.ts";
import { completeLink, type OpenLink, readOpenLink } from "../connecting/links.ts";
import type { Scope } from "../scope.ts";

/** How the exchange went: tokens, or an error that the application or the exchange gave. */
export type GrantOutcome =
  | { readonly kind: "granted"; readonly tokens: TokenSet }
  | { readonly kind: "failed"; readonly error: string; readonly errorDescription?: string };

/** Address for the browser to go on. */
export interface CompletedGrant {
  readonly accountId: string;
  readonly status: "success" | "failed";
  /** Null for the closing page of the service. */
  readonly callbackUrl: string | null;
}

/**
 * Completes a connection or an open refresh with the outcome of its exchange: ACTIVE, or FAILED unless it was a refresh,
 * which takes nothing away when it fails.
 *
 * @throws PlatformError `ConnectedAccount_StateInvalid` when the link was completed or ended meanwhile
 */
export async function completeGrant(
  scope: Scope,
  ticket: { readonly linkId: string },
  outcome: GrantOutcome,
): Promise<CompletedGrant> {
  const link = await readOpenLink(scope, ticket.linkId).catch((error: unknown) => {
    if (!(error instanceof PlatformError)) {
      throw error;
    }
    throw new PlatformError("ConnectedAccount_StateInvalid", { cause: error });
  });
  return await storeOutcome(scope, link, outcome);
}

/** Stores how the exchange for an open link went, and ends the link. */
export async function storeOutcome(
  scope: Scope,
  link: OpenLink,
  outcome: GrantOutcome,
): Promise<CompletedGrant> {
  const { account, purpose, callbackUrl } = link;
  assertChanged(await changeAccount(scope, account, toEvent(purpose, outcome)));
  const status = outcome.kind === "granted" ? "success" : "failed";
  await completeLink(scope, link, status);
  return { accountId: account.row.id, status, callbackUrl };
}

function toEvent(purpose: OpenLink["purpose"], outcome: GrantOutcome): AccountEvent {
  if (outcome.kind === "granted") {
    return { type: "grant_succeeded", purpose, tokens: outcome.tokens };
  }
  const { error, errorDescription = "The application did not grant access." } = outcome;
  // The texts are the application's, or a stranger's who made up an answer: short, and shown as text alone.
  return {
    type: "grant_failed",
    purpose,
    error: toStorable(error, 100),
    errorDescription: toStorable(errorDescription, 500),
  };
}

/** At most so many characters, without U+0000 and halves of characters, which PostgreSQL's text cannot hold. */
function toStorable(text: string, most: number): string {
  return text.replaceAll("\u0000", "").slice(0, most).toWellFormed();
}
