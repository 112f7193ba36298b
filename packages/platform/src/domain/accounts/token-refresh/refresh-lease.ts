import { randomUUID } from "node:crypto";
import type { RefreshGrant } from "../../../applications/oauth/token-requests.ts";
import type { TokenSet } from "../../../applications/oauth/token-set.ts";
import { authSchemes } from "../../../applications/toolkits/types/auth-schemes.ts";
import { PlatformError } from "../../../base/errors.ts";
import type { Values } from "../../fields/masking.ts";
import type { Scope } from "../../scope.ts";
import { selectAccount } from "../connected-accounts/account-rows.ts";
import type { AccountEvent } from "../connected-accounts/changing/account-events.ts";
import { changeAccount } from "../connected-accounts/changing/change-account.ts";
import { leaseRefresh } from "../connected-accounts/changing/lease-refresh.ts";
import {
  type LockedAccount,
  lockAccounts,
  type OpenedAccount,
  openAccount,
} from "../connected-accounts/open-account.ts";
import { readOauthClient } from "../connected-accounts/read-oauth-client.ts";
import { isRefreshable } from "../connected-accounts/transitions.ts";
import { type CurrentTokens, findCurrentTokens, type Need } from "./current-tokens.ts";

/**
 * Milliseconds for which one process has the right to refresh. It is longer than the call may take (`callMs`), so
 * that a slow authorization server is not asked twice, and short enough that a dead process delays an account by half
 * a minute at most.
 */
export const refreshLeaseMs = 30_000;

/**
 * Consecutive temporary failures after which the account becomes EXPIRED. With the delays of jobs that takes most of
 * a day.
 */
const mostFailures = 10;

/** The right to refresh the tokens of one account once. Holds secrets. */
export interface RefreshLease extends RefreshGrant {
  readonly projectId: string;
  readonly accountId: string;
  readonly owner: string;
  /** The version that was read. A commit is refused when the account has changed since. */
  readonly version: number;
  readonly params: Values;
}

/** The state of an account's tokens, for a caller that wants to use them. */
export type RefreshStep =
  | { readonly kind: "current"; readonly tokens: CurrentTokens }
  | { readonly kind: "leased"; readonly lease: RefreshLease }
  | { readonly kind: "busy"; readonly version: number };

/**
 * Returns the tokens of an account if they are good enough. Otherwise it grants the right to refresh them, or returns
 * `busy` while another process has that right. It is committed before the call, because no transaction spans a
 * network call. Good tokens are read without a lock.
 *
 * @throws PlatformError `ConnectedAccount_NotFound`, `ConnectedAccount_StatusForbids`,
 *   `ConnectedAccount_SchemeUnsupported`, `ConnectedAccount_RefreshUnsupported` when the account has nothing to
 *   refresh with
 */
export async function acquireRefresh(
  scope: Scope,
  accountId: string,
  need: Need,
): Promise<RefreshStep> {
  const account = await openAccount(scope, accountId);
  const { effective_status: status, version, is_leased: isLeased } = account.row;
  const isPossible = need.revive === true ? isRefreshable(status) : status === "ACTIVE";
  if (!isPossible) {
    throw new PlatformError("ConnectedAccount_StatusForbids");
  }
  const tokens = await findCurrentTokens(account, need);
  if (tokens !== undefined) {
    return { kind: "current", tokens };
  }
  const { val, params } = account.openSecrets();
  const grant = findGrant(account, val);
  if (grant === undefined) {
    throw new PlatformError("ConnectedAccount_RefreshUnsupported");
  }
  if (isLeased) {
    return { kind: "busy", version };
  }
  const client = await readOauthClient(scope, account);
  const owner = randomUUID();
  if (!(await leaseRefresh(scope, account, { owner, ms: refreshLeaseMs }))) {
    return { kind: "busy", version };
  }
  const { projectId } = scope;
  const lease = { projectId, accountId, owner, version, client, val, params, grant };
  return { kind: "leased", lease };
}

/**
 * Stores the tokens from a refresh, unless the account has a newer grant by now. If the lease ended but the tokens
 * were not changed, these are still the newest, and the old refresh token may no longer work.
 *
 * @returns the account as it is now; undefined when it has other tokens or was deleted since
 */
export async function commitRefresh(
  scope: Scope,
  lease: RefreshLease,
  tokens: TokenSet,
): Promise<LockedAccount | undefined> {
  const account = await lockLeased(scope, lease);
  if (account === undefined) {
    return undefined;
  }
  const change = await changeAccount(scope, account, { type: "refresh_succeeded", tokens });
  return change.kind === "changed" ? change.account : undefined;
}

/** The reason why a refresh did not return tokens. */
export interface RefreshFailure {
  /** `refused`: final, the grant was refused. `transient`: temporary. */
  readonly kind: "refused" | "transient";
  /** A new refresh token, if the application returned one although the refresh failed. */
  readonly refreshToken?: string;
}

/**
 * Records that a refresh failed. An ACTIVE account becomes EXPIRED after a final failure, or after too many failures in
 * a row. A new refresh token is stored, since the old one may no longer work.
 *
 * @returns true when the account expired, so that `platform.connected_account.expired` has to be sent
 */
export async function failRefresh(
  scope: Scope,
  lease: RefreshLease,
  failure: RefreshFailure,
): Promise<{ readonly expired: boolean }> {
  const account = await lockLeased(scope, lease);
  if (account === undefined) {
    return { expired: false };
  }
  const { refreshToken } = failure;
  const added = refreshToken === undefined ? undefined : { val: { refresh_token: refreshToken } };
  const change = await changeAccount(scope, account, toEvent(account, lease, failure), added);
  return { expired: change.kind === "changed" && change.expiredEvent };
}

function toEvent(
  { row }: LockedAccount,
  lease: RefreshLease,
  { kind }: RefreshFailure,
): AccountEvent {
  // Another process took the lease over and knows the account's state better.
  if (row.refresh_owner !== lease.owner) {
    return { type: "credentials_changed" };
  }
  const isOver = kind === "refused" || row.refresh_failures + 1 >= mostFailures;
  return isOver ? { type: "refresh_refused", reason: reasons[kind] } : { type: "refresh_failed" };
}

const reasons: Readonly<Record<RefreshFailure["kind"], string>> = {
  refused: "The application refused to refresh the tokens.",
  transient: "The tokens could not be refreshed.",
};

/**
 * Locks the account, if its secrets have not changed since the lease was given, or if it still has the refresh token
 * of the lease. Changes of its address or status in the meantime do not matter for the tokens.
 */
async function lockLeased(scope: Scope, lease: RefreshLease): Promise<LockedAccount | undefined> {
  const [account] = await lockAccounts(scope, selectAccount(scope, lease.accountId));
  if (account === undefined) {
    return undefined;
  }
  const { val, params, version } = lease;
  if (account.row.version === version) {
    // The secrets are those of the lease, so they do not have to be opened again.
    return { ...account, openSecrets: () => ({ val, params }) };
  }
  const { refresh_token: used } = val;
  const { val: now } = account.openSecrets();
  return used !== undefined && now.refresh_token === used ? account : undefined;
}

function findGrant({ row }: OpenedAccount, val: Values): RefreshLease["grant"] | undefined {
  if (authSchemes[row.auth_scheme].flow === "clientCredentials") {
    return "client_credentials";
  }
  return typeof val.refresh_token === "string" ? "refresh_token" : undefined;
}
