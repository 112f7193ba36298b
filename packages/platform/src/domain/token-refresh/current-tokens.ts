import type { OpenedAccount } from "../connected-accounts/open-account.ts";
import type { Values } from "../fields/masking.ts";

/** The tokens that an account has now. */
export interface CurrentTokens {
  readonly val: Values;
  /** Of the account's row: it counts the changes of the secrets. */
  readonly version: number;
}

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

/** A token that ends within a minute could end on its way to the application. */
export const defaultNeed: Need = { marginMs: 60_000 };

/** The tokens of an account as it was read, if it is ACTIVE and they are good enough. Takes no lock. */
export async function findCurrentTokens(
  { row, secrets }: OpenedAccount,
  need: Need = defaultNeed,
): Promise<CurrentTokens | undefined> {
  const { version, tokens_left_ms: left } = row;
  if (row.effective_status !== "ACTIVE" || version === need.refusedVersion) {
    return undefined;
  }
  const { val } = await secrets();
  const isNew = need.readVersion !== undefined && version > need.readVersion;
  const lasts = left === null || left > marginOf(need, val);
  return typeof val.access_token === "string" && (lasts || isNew) ? { val, version } : undefined;
}

/** A token that lives shorter than the margin would never be good enough, and be refreshed without an end. */
function marginOf({ marginMs }: Need, { expires_in: seconds }: Values): number {
  return typeof seconds === "number" ? Math.min(marginMs, seconds * 500) : marginMs;
}
