import { randomUUID } from "node:crypto";
import type { Parameter } from "../../document/model/model.ts";
import type { Case } from "../case.ts";

/**
 * The value of an `Idempotency-Key` in cases. `withNewKey` replaces it in each request: servers answer a key that they
 * know with their first answer, or refuse it (draft-ietf-httpapi-idempotency-key-header, section 2.6).
 */
export const placeholderKey = "00000000-0000-4000-8000-000000000000";

/** Returns whether a parameter is the header that makes it safe to repeat a request. */
export function isIdempotencyKey({ name, in: location }: Parameter): boolean {
  return location === "header" && name.toLowerCase() === "idempotency-key";
}

/**
 * The case with a key that was never sent before. A key that the case itself tests, such as one that is too long,
 * stays.
 */
export function withNewKey(sent: Case): Case {
  const key = [...sent.parameters].find(([, value]) => value === placeholderKey)?.[0];
  return key === undefined
    ? sent
    : { ...sent, parameters: new Map(sent.parameters).set(key, randomUUID()) };
}
