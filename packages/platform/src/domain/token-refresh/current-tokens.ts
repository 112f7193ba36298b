import type { OpenedAccount } from "../connected-accounts/open-account.ts";
import type { Values } from "../fields/masking.ts";

/** The tokens that an account has now. */
export interface CurrentTokens {
  readonly val: Values;
  /** Of the account's row: it counts the changes of the secrets. */
  readonly version: number;
}

/** Rule for tokens that are not good enough. */
export interface Need {
  /** Refuses tokens that end within this time, or within half of their life when that is shorter. */
  readonly marginMs: number;
  /** Accepts tokens of a later version, however soon they end: they were fetched while the caller waited. */
  readonly readVersion?: number;
  /** Refuses tokens of this version, because the application refused them before their end. */
  readonly refusedVersion?: number;
  /** True to revive an EXPIRED or FAILED account too, as its user asked. Without it the account has to be ACTIVE. */
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
  const lasts = left === null || left > limitMargin(need, val);
  return typeof val.access_token === "string" && (lasts || isNew) ? { val, version } : undefined;
}

/** A token that lives shorter than the margin would never be good enough, and be refreshed without an end. */
function limitMargin({ marginMs }: Need, { expires_in: seconds }: Values): number {
  return typeof seconds === "number" ? Math.min(marginMs, seconds * 500) : marginMs;
}
