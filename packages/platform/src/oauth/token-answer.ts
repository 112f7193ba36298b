import type { TokenSet } from "../domain/oauth/tokens.ts";
import type { OAuth2Settings } from "../toolkits/auth-types.ts";
import { valueAt } from "../toolkits/json-pointer.ts";

/** The token endpoint refused. The message is its error code, which is no secret (RFC 6749, section 5.2). */
export class TokenError extends Error {
  override readonly name = "TokenError";
  readonly code: string;
  readonly description: string | undefined;

  constructor(code: string, description: string | undefined) {
    super(code);
    this.code = code;
    this.description = description;
  }

  /** Whether asking again is of no use: the grant itself was refused. */
  get isFinal(): boolean {
    return finalCodes.has(this.code);
  }
}

/** `invalid_grant` (RFC 6749, section 5.2), and the names that GitHub and Slack have for it. */
const finalCodes: ReadonlySet<string> = new Set([
  "invalid_grant",
  "bad_refresh_token",
  "invalid_refresh_token",
  "token_revoked",
]);

/**
 * Reads the answer of a token endpoint by the rules of its toolkit (RFC 6749, section 5.1 where it has none). An
 * application may fail with 200.
 *
 * @throws TokenError when no token was granted
 */
export async function readTokenAnswer(
  response: Response,
  rules: OAuth2Settings["tokenResponse"],
): Promise<TokenSet> {
  const answer = parse(await response.text(), response.headers.get("content-type") ?? "");
  const text = (pointer: string): string | undefined => {
    const value = valueAt(answer, pointer);
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const { success } = rules;
  const isGranted =
    response.ok && (success === undefined || valueAt(answer, success.pointer) === success.equals);
  const accessToken = text(rules.accessToken);
  if (!isGranted || accessToken === undefined) {
    const code = text(rules.error) ?? text("/error") ?? `status_${response.status}`;
    throw new TokenError(code.slice(0, 100), text("/error_description"));
  }
  const refreshToken = text(rules.refreshToken);
  const tokenType = text(rules.tokenType);
  const scope = text(rules.scope);
  const idToken = text("/id_token");
  const seconds = Number(valueAt(answer, rules.expiresIn) ?? Number.NaN);
  return {
    access_token: accessToken,
    ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
    ...(tokenType === undefined ? {} : { token_type: tokenType }),
    ...(Number.isFinite(seconds) && seconds > 0 ? { expires_in: seconds } : {}),
    ...(scope === undefined ? {} : { scope }),
    ...(idToken === undefined ? {} : { id_token: idToken }),
  };
}

/** JSON, or a form, which some applications answer whatever they are asked for. */
function parse(text: string, contentType: string): unknown {
  try {
    return /^application\/x-www-form-urlencoded/i.test(contentType)
      ? Object.fromEntries(new URLSearchParams(text))
      : JSON.parse(text);
  } catch {
    // What cannot be read grants nothing; the status tells the rest.
    return undefined;
  }
}
