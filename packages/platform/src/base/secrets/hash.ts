import { hash, timingSafeEqual } from "node:crypto";

/** SHA-256 in hexadecimal. Bearer tokens and keys are stored in this form. They are random, so they need no salt. */
export function hashSha256(text: string | Uint8Array): string {
  return hash("sha256", text, "hex");
}

/** Compares two hashes, tokens or signatures. The time does not depend on where they differ. */
export function isSameSecret(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
