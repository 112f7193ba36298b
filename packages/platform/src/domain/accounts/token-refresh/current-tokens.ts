import type { Values } from "../../fields/masking.ts";
import type { AccountRow } from "../connected-accounts/account-rows.ts";
import type { OpenedAccount } from "../connected-accounts/open-account.ts";

/** The tokens that an account has now. */
export interface CurrentTokens {
  readonly val: Values;
  /** The version of the account's row, which counts the changes of the secrets. */
  readonly version: number;
}

/** The rule that decides whether tokens are good enough for a caller. */
export interface Need {
  /** Refuses tokens that expire within this time, or within half of their lifetime if that is shorter. */
  readonly marginMs: number;
  /** Accepts tokens of a later version, however soon they expire: they were fetched while the caller waited. */
  readonly readVersion?: number;
  /** Refuses tokens of this version, because the application rejected them before they expired. */
  readonly refusedVersion?: number;
  /**
   * True to revive an EXPIRED or FAILED account too, when its user asks for it. By default the account must be
   * ACTIVE.
   */
  readonly revive?: boolean;
}

/** A token that expires within a minute could expire on its way to the application. */
export const defaultNeed: Need = { marginMs: 60_000 };

/** The tokens of an account as it was read, if it is ACTIVE and they are good enough. Does not lock anything. */
export async function findCurrentTokens(
  { row, openSecrets }: OpenedAccount,
  need: Need,
): Promise<CurrentTokens | undefined> {
  return selectCurrentTokens(row, openSecrets().val, need);
}

/** The same with the account's opened values. */
export function selectCurrentTokens(
  row: AccountRow,
  val: Values,
  need: Need = defaultNeed,
): CurrentTokens | undefined {
  const { version, tokens_left_ms: left } = row;
  if (row.effective_status !== "ACTIVE" || version === need.refusedVersion) {
    return undefined;
  }
  const isNew = need.readVersion !== undefined && version > need.readVersion;
  const lasts = left === null || left > limitMargin(need, val);
  return typeof val.access_token === "string" && (lasts || isNew) ? { val, version } : undefined;
}

/**
 * Limits the margin to half of the token's lifetime. Otherwise a short-lived token would never be good enough, and
 * would be refreshed endlessly.
 */
function limitMargin({ marginMs }: Need, { expires_in: seconds }: Values): number {
  return typeof seconds === "number" ? Math.min(marginMs, seconds * 500) : marginMs;
}
