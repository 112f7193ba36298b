import { databaseNow } from "../../db/now.ts";
import { PlatformError } from "../../errors.ts";
import type { TokenSet } from "../../oauth/token-set.ts";
import { openConnection, sealConnection } from "../connected-accounts/connection-secrets.ts";
import { mergeTokens, scheduleRefresh, tokensExpireAt } from "../connected-accounts/tokens.ts";
import { transition } from "../connected-accounts/transitions.ts";
import { completeLink, type OpenLink, readOpenLink } from "../connecting/links.ts";
import type { Scope } from "../scope.ts";

/** How the exchange went: tokens, or an error that the application or the exchange gave. */
export type GrantOutcome =
  | { readonly kind: "granted"; readonly tokens: TokenSet }
  | { readonly kind: "failed"; readonly error: string; readonly errorDescription?: string };

/** Where the browser goes now. */
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
  const isGranted = outcome.kind === "granted";
  const next = transition(
    { status: link.account.effective_status, remembered: link.account.remembered_status },
    { type: isGranted ? "grant_succeeded" : "grant_failed", purpose: link.purpose },
  );
  if (next.kind === "moved") {
    if (isGranted) {
      await storeTokens(scope, link, outcome.tokens);
    } else {
      await storeFailure(scope, link, outcome);
    }
  }
  const status = isGranted ? "success" : "failed";
  await completeLink(scope, link, status);
  return { accountId: link.account.id, status, callbackUrl: link.callbackUrl };
}

async function storeTokens(scope: Scope, link: OpenLink, tokens: TokenSet): Promise<void> {
  const { account } = link;
  const { val, params } = await openConnection(scope, account);
  const secrets = { val: mergeTokens(val, tokens), params };
  const sealed = await sealConnection(scope, account, secrets);
  await scope.trx
    .updateTable("connected_accounts")
    .set((eb) => ({
      status: "ACTIVE",
      status_reason: null,
      waits_until: null,
      ...sealed,
      version: eb("version", "+", 1),
      tokens_expire_at: tokensExpireAt(tokens),
      refresh_owner: null,
      refresh_until: null,
      refresh_failures: 0,
      updated_at: databaseNow(),
    }))
    .where("project_id", "=", scope.projectId)
    .where("id", "=", account.id)
    .execute();
  await scheduleRefresh(scope, account.id, tokens);
}

async function storeFailure(
  scope: Scope,
  link: OpenLink,
  failure: GrantOutcome & { readonly kind: "failed" },
): Promise<void> {
  const { account } = link;
  const { val, params } = await openConnection(scope, account);
  const { redirectUrl: _, ...kept } = val;
  const { error, errorDescription } = failure;
  // The texts are the application's, or a stranger's who made up an answer: short, and shown as text alone.
  const description = toStorable(errorDescription ?? "The application did not grant access.", 500);
  const refusal = { error: toStorable(error, 100), error_description: description };
  const sealed = await sealConnection(scope, account, { val: { ...kept, ...refusal }, params });
  await scope.trx
    .updateTable("connected_accounts")
    .set((eb) => ({
      status: "FAILED",
      status_reason: description,
      waits_until: null,
      ...sealed,
      version: eb("version", "+", 1),
      updated_at: databaseNow(),
    }))
    .where("project_id", "=", scope.projectId)
    .where("id", "=", account.id)
    .execute();
}

/** At most so many characters, without U+0000 and halves of characters, which PostgreSQL's text cannot hold. */
function toStorable(text: string, most: number): string {
  return text.replaceAll("\u0000", "").slice(0, most).toWellFormed();
}
