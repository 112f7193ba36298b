import { randomUUID } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { databaseNow, databaseNowPlus, readNow } from "../../db/now.ts";
import { PlatformError } from "../../errors.ts";
import type { RefreshGrant } from "../../oauth/token-requests.ts";
import type { TokenSet } from "../../oauth/token-set.ts";
import { type AccountRow, readAccount } from "../connected-accounts/account-rows.ts";
import {
  type ConnectionSecrets,
  openConnection,
  sealConnection,
} from "../connected-accounts/connection-secrets.ts";
import { readOauthClient } from "../connected-accounts/read-oauth-client.ts";
import { mergeTokens, scheduleRefresh, tokensExpireAt } from "../connected-accounts/tokens.ts";
import { isRefreshable } from "../connected-accounts/transitions.ts";
import type { Values } from "../fields/masking.ts";
import type { Scope } from "../scope.ts";

/**
 * How long one process has the right to refresh. Longer than the call may take (`callMs`), so that a slow authorization
 * server is not asked twice; short enough that a dead process holds up an account for half a minute at most.
 */
export const refreshLeaseMs = 30_000;

/** Transient failures in a row until the account is EXPIRED; with the jobs' delays that is most of a day. */
const mostFailures = 10;

/** The right to refresh the tokens of one account once. Holds secrets. */
export interface RefreshLease extends RefreshGrant {
  readonly projectId: string;
  readonly accountId: string;
  readonly owner: string;
  /** What was read; a commit is refused when the account changed since. */
  readonly version: number;
}

/** What an account's tokens look like to someone who wants to use them. */
export type RefreshStep =
  | { readonly kind: "current"; readonly val: Values; readonly version: number }
  | { readonly kind: "leased"; readonly lease: RefreshLease }
  | { readonly kind: "busy"; readonly version: number };

/** Which tokens are not good enough. */
export interface Need {
  /** Those that end within this time, or within half of their life where that is shorter. */
  readonly marginMs: number;
  /** Those of a later version than this one are good, however soon they end: they were fetched while the caller waited. */
  readonly readVersion?: number;
  /** Those of this version, which the application refused although they have not ended. */
  readonly refusedVersion?: number;
  /** Whether an EXPIRED or FAILED account is to be revived too, as its user asked; others have to be ACTIVE. */
  readonly revive?: boolean;
}

/**
 * The tokens of an account if they are good enough, else the right to refresh them, or `busy` while another process has
 * it. Committed before the call is made; no transaction spans the call.
 *
 * @throws PlatformError `ConnectedAccount_NotFound`, `ConnectedAccount_StatusForbids`, `ConnectedAccount_SchemeUnsupported`,
 *   `ConnectedAccount_RefreshUnsupported` when there is nothing to refresh with
 */
export async function acquireRefresh(
  scope: Scope,
  accountId: string,
  need: Need,
): Promise<RefreshStep> {
  const row = await readAccount(scope, accountId, "update");
  const { effective_status: status } = row;
  const isPossible = need.revive === true ? isRefreshable(status) : status === "ACTIVE";
  if (!isPossible) {
    throw new PlatformError("ConnectedAccount_StatusForbids");
  }
  const { val } = await openConnection(scope, row);
  const state = await readLeaseState(scope, accountId, marginOf(need, val));
  const isRefused = need.refusedVersion === row.version;
  const isNew = need.readVersion !== undefined && row.version > need.readVersion;
  const hasToken = typeof val.access_token === "string";
  if (hasToken && (!state.ends || isNew) && !isRefused && status === "ACTIVE") {
    return { kind: "current", val, version: row.version };
  }
  const grant = findGrant(row, val);
  if (grant === undefined) {
    throw new PlatformError("ConnectedAccount_RefreshUnsupported");
  }
  if (state.isLeased) {
    return { kind: "busy", version: row.version };
  }
  const owner = randomUUID();
  await scope.trx
    .updateTable("connected_accounts")
    .set({ refresh_owner: owner, refresh_until: databaseNowPlus(refreshLeaseMs) })
    .where("project_id", "=", scope.projectId)
    .where("id", "=", accountId)
    .execute();
  const client = await readOauthClient(scope, row);
  const { projectId } = scope;
  const lease = { projectId, accountId, owner, version: row.version, client, val, grant };
  return { kind: "leased", lease };
}

/**
 * Stores what a refresh granted, unless the account has a newer grant by now: if the lease ended meanwhile but nobody
 * changed the tokens, these are the newest ones, and the old refresh token may be used up.
 *
 * @returns whether it was stored; false when the account has other tokens or was deleted since
 */
export async function commitRefresh(
  scope: Scope,
  lease: RefreshLease,
  tokens: TokenSet,
): Promise<boolean> {
  const found = await readLeased(scope, lease);
  if (found === undefined) {
    return false;
  }
  const { row, params } = found;
  const val = mergeTokens(found.val, tokens);
  const sealed = await sealConnection(scope, row, { val, params });
  const isOff = row.effective_status === "INACTIVE";
  await scope.trx
    .updateTable("connected_accounts")
    .set((eb) => ({
      // Switched off during the call: it stays off and comes back working.
      status: isOff ? "INACTIVE" : "ACTIVE",
      remembered_status: isOff ? "ACTIVE" : null,
      status_reason: null,
      ...sealed,
      version: eb("version", "+", 1),
      tokens_expire_at: tokensExpireAt(tokens),
      refresh_owner: null,
      refresh_until: null,
      refresh_failures: 0,
      updated_at: databaseNow(),
    }))
    .where("project_id", "=", scope.projectId)
    .where("id", "=", lease.accountId)
    .execute();
  const refreshToken = val.refresh_token;
  const known = typeof refreshToken === "string" ? { refresh_token: refreshToken } : {};
  await scheduleRefresh(scope, lease.accountId, { ...known, ...tokens });
  return true;
}

/** Why a refresh brought no tokens. */
export interface RefreshFailure {
  /** For good (the grant was refused), or for now. */
  readonly kind: "refused" | "transient";
  /** The refresh token that the application gave in place of the one that was used, if it gave one all the same. */
  readonly refreshToken?: string;
}

/**
 * Notes that a refresh failed. An ACTIVE account becomes EXPIRED when it failed for good, or when too many failed in a
 * row. A new refresh token is kept, since the old one may be used up.
 *
 * @returns whether the account expired with it, of which `platform.connected_account.expired` is to tell
 */
export async function failRefresh(
  scope: Scope,
  lease: RefreshLease,
  failure: RefreshFailure,
): Promise<{ readonly expired: boolean }> {
  const found = await readLeased(scope, lease);
  if (found === undefined) {
    return { expired: false };
  }
  const { row, val, params } = found;
  const { refreshToken } = failure;
  // Whoever took the lease over knows better how the account is.
  const isOwner = row.refresh_owner === lease.owner;
  const failures = row.refresh_failures + 1;
  const isOver = isOwner && (failure.kind === "refused" || failures >= mostFailures);
  const expired = isOver && row.status === "ACTIVE";
  const changes: Values = {
    ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
    ...(expired ? { expired_at: (await readNow(scope.trx)).toISOString() } : {}),
  };
  const isChanged = Object.keys(changes).length > 0;
  if (!isOwner && !isChanged) {
    return { expired };
  }
  const sealed = isChanged
    ? await sealConnection(scope, row, { val: { ...val, ...changes }, params })
    : undefined;
  await scope.trx
    .updateTable("connected_accounts")
    .set((eb) => ({
      ...(isOwner ? { refresh_owner: null, refresh_until: null, refresh_failures: failures } : {}),
      ...(isChanged
        ? { ...sealed, version: eb("version", "+", 1), updated_at: databaseNow() }
        : {}),
      ...(expired ? { status: "EXPIRED", status_reason: reasons[failure.kind] } : {}),
    }))
    .where("project_id", "=", scope.projectId)
    .where("id", "=", lease.accountId)
    .execute();
  return { expired };
}

const reasons: Readonly<Record<RefreshFailure["kind"], string>> = {
  refused: "The application refused to refresh the tokens.",
  transient: "The tokens could not be refreshed.",
};

type LeasedAccount = ConnectionSecrets & { readonly row: AccountRow };

/**
 * The account, locked, if nobody changed its secrets since the lease was given, or if it still has the refresh token that
 * the lease was given for: an address or a status that changed meanwhile takes nothing away from the tokens.
 */
async function readLeased(scope: Scope, lease: RefreshLease): Promise<LeasedAccount | undefined> {
  const row = await readAccount(scope, lease.accountId, "update").catch((error: unknown) => {
    if (error instanceof PlatformError && error.slug === "ConnectedAccount_NotFound") {
      return undefined;
    }
    throw error;
  });
  if (row === undefined) {
    return undefined;
  }
  const secrets = await openConnection(scope, row);
  const { refresh_token: used } = lease.val;
  const isSame =
    row.version === lease.version || (used !== undefined && secrets.val.refresh_token === used);
  return isSame ? { row, ...secrets } : undefined;
}

/** A token that lives shorter than the margin would never be good enough, and be refreshed without an end. */
function marginOf({ marginMs }: Need, { expires_in: seconds }: Values): number {
  return typeof seconds === "number" ? Math.min(marginMs, seconds * 500) : marginMs;
}

async function readLeaseState(
  scope: Scope,
  accountId: string,
  marginMs: number,
): Promise<{ readonly ends: boolean; readonly isLeased: boolean }> {
  const isBefore = (time: RawBuilder<Date>, column: string): RawBuilder<boolean> =>
    sql<boolean>`coalesce(${sql.ref(column)} <= ${time}, false)`;
  return await scope.trx
    .selectFrom("connected_accounts")
    .select([
      isBefore(databaseNowPlus(marginMs), "tokens_expire_at").as("ends"),
      sql<boolean>`coalesce(refresh_until > clock_timestamp(), false)`.as("isLeased"),
    ])
    .where("project_id", "=", scope.projectId)
    .where("id", "=", accountId)
    .executeTakeFirstOrThrow();
}

function findGrant(row: AccountRow, val: Values): RefreshLease["grant"] | undefined {
  if (row.auth_scheme === "S2S_OAUTH2") {
    return "client_credentials";
  }
  return typeof val.refresh_token === "string" ? "refresh_token" : undefined;
}
