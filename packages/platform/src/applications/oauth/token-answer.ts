import { findValueAt } from "../toolkits/json-pointer.ts";
import type { OAuth2Settings } from "../toolkits/types/auth-types.ts";
import type { TokenSet } from "./token-set.ts";

/** The token endpoint refused. The message is the endpoint's error code, which may be shown (RFC 6749, section 5.2). */
export class TokenError extends Error {
  override readonly name = "TokenError";
  readonly code: string;
  readonly description: string | undefined;
  /**
   * A new refresh token that came without a usable access token. The old refresh token may no longer work. A secret.
   */
  readonly refreshToken: string | undefined;

  constructor(code: string, description: string | undefined, refreshToken?: string) {
    super(code);
    this.code = code;
    this.description = description;
    this.refreshToken = refreshToken;
  }

  /** True when the grant itself was refused, so that asking again is useless. */
  get isFinal(): boolean {
    return finalCodes.has(this.code);
  }
}

/** `invalid_grant` (RFC 6749, section 5.2), and the names that GitHub and Slack use for it. */
const finalCodes: ReadonlySet<string> = new Set([
  "invalid_grant",
  "bad_refresh_token",
  "invalid_refresh_token",
  "token_revoked",
]);

/**
 * Reads the response of a token endpoint by the rules of its toolkit, or by RFC 6749, section 5.1 when the toolkit
 * has none. Some applications report a failure with status 200.
 *
 * @throws TokenError when no token was granted
 */
export async function readTokenAnswer(
  response: Response,
  rules: OAuth2Settings["tokenResponse"],
): Promise<TokenSet> {
  const answer = parse(await response.text(), response.headers.get("content-type") ?? "");
  const readTextAt = (pointer: string): string | undefined => {
    const value = findValueAt(answer, pointer);
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const { success } = rules;
  const isGranted =
    response.ok &&
    (success === undefined || findValueAt(answer, success.pointer) === success.equals);
  const accessToken = readTextAt(rules.accessToken);
  const refreshToken = readTextAt(rules.refreshToken);
  if (!isGranted || accessToken === undefined || !isSendable(accessToken)) {
    const code = readTextAt(rules.error) ?? readTextAt("/error") ?? `status_${response.status}`;
    const kept = isGranted ? refreshToken : undefined;
    throw new TokenError(code.slice(0, 100), readTextAt("/error_description"), kept);
  }
  const tokenType = readTextAt(rules.tokenType);
  const scope = readTextAt(rules.scope);
  const idToken = readTextAt("/id_token");
  const seconds = readSeconds(findValueAt(answer, rules.expiresIn));
  return {
    access_token: accessToken,
    ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
    ...(tokenType === undefined ? {} : { token_type: tokenType }),
    ...(seconds === undefined ? {} : { expires_in: seconds }),
    ...(scope === undefined ? {} : { scope }),
    ...(idToken === undefined ? {} : { id_token: idToken }),
  };
}

/** True when a token has only the characters of RFC 6749, appendix A.12, so that it can be sent in a header. */
function isSendable(token: string): boolean {
  return /^[\x20-\x7e]+$/.test(token);
}

/** Longer lifetimes are cut off at a year, because no token lives that long. */
const longestLife = 366 * 86_400;

/**
 * Reads a lifetime in whole seconds, which some applications send as text; undefined unless it is a positive number.
 */
function readSeconds(value: unknown): number | undefined {
  const isNumeric = typeof value === "number" || (typeof value === "string" && value.trim() !== "");
  const seconds = isNumeric ? Math.floor(Number(value)) : Number.NaN;
  return seconds > 0 ? Math.min(seconds, longestLife) : undefined;
}

/** Parses JSON, or a form: some applications answer with a form even if the request accepts only JSON. */
function parse(text: string, contentType: string): unknown {
  try {
    return /^application\/x-www-form-urlencoded/i.test(contentType)
      ? Object.fromEntries(new URLSearchParams(text))
      : JSON.parse(text);
  } catch {
    // A body that cannot be read grants no token. The status describes the failure.
    return undefined;
  }
}
