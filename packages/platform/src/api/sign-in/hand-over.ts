import { jwtVerify } from "jose";
import type { SignIn } from "../../domain/mcp-sign-in/sign-in-settings.ts";
import { SignInRefusedError } from "./sign-in-error.ts";

/** The longest time between the signature of a token and its use, and the difference of clocks that is allowed. */
const [longestAge, clockTolerance] = ["5 minutes", 30];

/** The page of the project's own application, with the sign-in for which it is asked. */
export function writeHandOverUrl(
  { url }: SignIn & { readonly type: "handover" },
  request: string,
): string {
  const address = new URL(url);
  address.searchParams.set("request", request);
  return address.href;
}

/**
 * Verifies the token with which the application sends a person back, and returns the user.
 *
 * It is a JWT, signed with HS256 and the secret of the project: `sub` is the user, `jti` the sign-in that the page was asked for, `aud`
 * the issuer, and `iat` at most five minutes ago. A token of another sign-in is refused, so none works twice or in another browser.
 *
 * @throws SignInRefusedError
 */
export async function verifyHandOver(
  { secret }: SignIn & { readonly type: "handover" },
  token: string,
  { issuer, request }: { readonly issuer: string; readonly request: string },
): Promise<string> {
  try {
    const { payload } = await jwtVerify(token, Buffer.from(secret, "utf8"), {
      algorithms: ["HS256"],
      audience: issuer,
      maxTokenAge: longestAge,
      clockTolerance,
      requiredClaims: ["sub", "jti", "iat"],
    });
    if (payload.jti !== request) {
      throw new SignInRefusedError("the token is of another sign-in (jti)");
    }
    return payload.sub ?? "";
  } catch (error) {
    // jose names the claim or the check that failed, never its value.
    throw error instanceof SignInRefusedError
      ? error
      : new SignInRefusedError(
          `the token of the application is not valid: ${error instanceof Error ? error.message : "unreadable"}`,
        );
  }
}
