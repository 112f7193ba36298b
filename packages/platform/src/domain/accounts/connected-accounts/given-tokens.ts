import { sql } from "kysely";
import type { TokenSet } from "../../../applications/oauth/token-set.ts";
import { authSchemes } from "../../../applications/toolkits/types/auth-schemes.ts";
import type { AuthScheme } from "../../../applications/toolkits/types/auth-types.ts";
import { addToDatabaseNow } from "../../../base/db/now.ts";
import { type FieldProblem, FieldsError } from "../../fields/field-problems.ts";
import { isGiven, listFields } from "../../fields/fields.ts";
import type { Values } from "../../fields/masking.ts";
import type { Scope } from "../../scope.ts";

/** When an access token expires: at a time, in so many seconds, or null when that is not known. */
export type TokensEnd = Date | number | null;

/** Tokens of an application that somebody else obtained. */
export interface GivenTokens {
  /** Members of `state.val`. */
  readonly val: Values;
  /** When the access token expires; null when that is not known. */
  readonly end: TokensEnd;
}

const texts = ["access_token", "refresh_token", "id_token", "token_type", "scope"] as const;
const members: ReadonlySet<string> = new Set([...texts, "expires_in", "expires_at"]);

/**
 * Separates the tokens from the other values of a request. A scheme whose users do not sign in has none, and neither has a
 * request without an access or a refresh token: its members stay among the others.
 *
 * @param place the place of the values in the request, such as `body.connection.state.val`
 * @throws FieldsError `Validation_Failed` when a member is not of its type
 */
export function separateTokens(
  scheme: AuthScheme,
  given: Values,
  place: string,
): { readonly tokens: GivenTokens | undefined; readonly others: Values } {
  const isToken = isGiven(given.access_token) || isGiven(given.refresh_token);
  if (authSchemes[scheme.mode].flow !== "authorizationCode" || !isToken) {
    return { tokens: undefined, others: given };
  }
  const asked = new Set(
    listFields(scheme.fields.connected_account_initiation).map(({ name }) => name),
  );
  const isOfTokens = ([name]: readonly [string, unknown]): boolean =>
    members.has(name) && !asked.has(name);
  const entries = Object.entries(given);
  const ofTokens = Object.fromEntries(
    entries.filter((entry) => isOfTokens(entry) && isGiven(entry[1])),
  );
  return {
    tokens: readTokens(ofTokens, place),
    others: Object.fromEntries(entries.filter((entry) => !isOfTokens(entry))),
  };
}

/** The tokens of an application's answer, in the same form. */
export function toGivenTokens({ extra, ...granted }: TokenSet): GivenTokens {
  return { val: { ...extra, ...granted }, end: granted.expires_in ?? null };
}

/** True when tokens last for so many milliseconds by the database's clock, or nobody knows when they end. */
export async function isInFuture(
  { trx }: Pick<Scope, "trx">,
  end: TokensEnd,
  leastMs: number,
): Promise<boolean> {
  if (!(end instanceof Date)) {
    return end === null || end * 1000 > leastMs;
  }
  const { isLater } = await trx
    .selectNoFrom(sql<boolean>`${end}::timestamptz > ${addToDatabaseNow(leastMs)}`.as("isLater"))
    .executeTakeFirstOrThrow();
  return isLater;
}

function readTokens(given: Values, place: string): GivenTokens {
  const { expires_at: expiresAt, expires_in: expiresIn, ...rest } = given;
  const scope = Array.isArray(rest.scope) ? rest.scope.join(" ") : rest.scope;
  const val: Values = scope === undefined ? rest : { ...rest, scope };
  const end = expiresAt === undefined ? undefined : toTime(expiresAt);
  const seconds = expiresIn === undefined ? undefined : toSeconds(expiresIn);
  const wrong: FieldProblem[] = texts
    .filter((name) => val[name] !== undefined && typeof val[name] !== "string")
    .map((field) => ({ field, problem: "must be a string" }));
  if (end === null) {
    const problem = "must be a time, such as 2026-02-06T20:00:00Z, or seconds since 1970";
    wrong.push({ field: "expires_at", problem });
  }
  if (seconds === null) {
    wrong.push({ field: "expires_in", problem: "must be a number of seconds" });
  }
  if (wrong.length > 0) {
    throw new FieldsError("Validation_Failed", place, wrong);
  }
  return {
    val: { ...val, ...(seconds === undefined ? {} : { expires_in: seconds }) },
    end: end ?? seconds ?? null,
  };
}

/** The year 3000. Larger numbers are milliseconds. */
const latestSeconds = 32_503_680_000;

const timeForm = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d))?$/i;

function toTime(value: unknown): Date | null {
  if (typeof value === "number" || (typeof value === "string" && /^\d{1,11}$/.test(value))) {
    const seconds = Number(value);
    return seconds >= 0 && seconds < latestSeconds ? new Date(seconds * 1000) : null;
  }
  const time = typeof value === "string" && timeForm.test(value) ? new Date(value) : undefined;
  return time === undefined || Number.isNaN(time.getTime()) ? null : time;
}

/** Seconds in a hundred years: more would be no lifetime. */
const longestSeconds = 3_155_760_000;

function toSeconds(value: unknown): number | null {
  const isNumber = typeof value === "number" || /^\d{1,10}$/.test(String(value));
  const seconds = Math.floor(Number(value));
  return isNumber && seconds >= 0 && seconds <= longestSeconds ? seconds : null;
}
