import { type RawBuilder, sql } from "kysely";
import { databaseNowPlus } from "../../db/now.ts";
import { enqueue } from "../../jobs/enqueue.ts";
import type { TokenSet } from "../../oauth/token-set.ts";
import type { Values } from "../fields/masking.ts";
import type { Scope } from "../scope.ts";
import { refreshKind } from "./job-kinds.ts";

/** The members of `state.val` after a grant: tokens that were not granted anew stay (RFC 6749, section 6). */
export function mergeTokens(val: Values, tokens: TokenSet): Values {
  const { extra = {}, ...granted } = tokens;
  const { redirectUrl: _, error: __, error_description: ___, expired_at: ____, ...kept } = val;
  return { ...kept, ...extra, ...granted };
}

/** When the access token ends, by the database's clock; null when the application did not say. */
export function tokensExpireAt(tokens: TokenSet): RawBuilder<Date | null> {
  const { expires_in: seconds } = tokens;
  return seconds === undefined
    ? sql<Date | null>`null::timestamptz`
    : databaseNowPlus(seconds * 1000);
}

/** A token is refreshed when a tenth of its life is left, but at least a minute and at most ten minutes ahead. */
export async function scheduleRefresh(
  scope: Scope,
  accountId: string,
  tokens: TokenSet,
): Promise<void> {
  const { expires_in: seconds, refresh_token: refreshToken } = tokens;
  if (seconds === undefined || refreshToken === undefined) {
    return;
  }
  const leadMs = Math.min(600_000, Math.max(60_000, seconds * 100));
  const { projectId } = scope;
  await enqueue(scope.trx, {
    projectId,
    kind: refreshKind,
    uniqueKey: accountId,
    payload: { id: accountId },
    at: databaseNowPlus(Math.max(0, seconds * 1000 - leadMs)),
  });
}
