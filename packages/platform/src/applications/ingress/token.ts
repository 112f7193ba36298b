import { errors, type JWTPayload, jwtVerify } from "jose";
import type { ClaimTest, JwtSignature } from "../toolkits/types/webhook-types.ts";
import type { Delivery } from "./delivery.ts";
import type { KeySets } from "./key-sets.ts";

/** Seconds by which the application's clock may differ from the database's. */
const toleranceSeconds = 60;

/** Characters. Google's tokens have about 1,000. */
const longestToken = 8_192;

/** The values that a token is compared with. */
export interface TokenExpectation {
  /** The address that the delivery came to. */
  readonly url: string;
  /** The credentials of the auth config. */
  readonly credentials: Readonly<Record<string, unknown>>;
  /** By the database's clock. */
  readonly now: Date;
}

/**
 * Returns whether a delivery has a token that the application signed for us, and that has not expired. May make a request for the
 * application's keys, so no transaction must be open.
 *
 * @throws KeysUnavailableError
 */
export async function hasValidToken(
  { headers }: Delivery,
  rule: JwtSignature,
  { url, credentials, now }: TokenExpectation,
  keySets: KeySets,
): Promise<boolean> {
  const header = headers.get(rule.header) ?? "";
  const token = header.slice(rule.prefix.length);
  if (!header.startsWith(rule.prefix) || token.length > longestToken) {
    return false;
  }
  const audience = rule.audience && credentials[rule.audience.field];
  try {
    const { payload } = await jwtVerify(token, keySets(rule.keys), {
      algorithms: [...rule.algorithms],
      issuer: [...rule.issuers],
      audience: typeof audience === "string" && audience !== "" ? audience : url,
      currentDate: now,
      clockTolerance: toleranceSeconds,
      requiredClaims: ["exp"],
    });
    return Object.entries(rule.claims).every(([name, test]) =>
      isExpected(payload, name, test, credentials),
    );
  } catch (error) {
    // A TypeError is about the key, such as one of fewer than 2048 bits.
    if (error instanceof errors.JOSEError || error instanceof TypeError) {
      return false;
    }
    throw error;
  }
}

/** A field that is missing fits no token: an auth config without it would believe everybody who has a key at the application. */
function isExpected(
  payload: JWTPayload,
  name: string,
  test: ClaimTest,
  credentials: TokenExpectation["credentials"],
): boolean {
  const wanted = "field" in test ? credentials[test.field] : test.equals;
  const isMissing = wanted === undefined || wanted === "";
  return !isMissing && Object.hasOwn(payload, name) && payload[name] === wanted;
}
