import { hash, timingSafeEqual } from "node:crypto";

/** SHA-256 in hexadecimal: how bearer tokens and keys are stored. They are random, so no salt is needed. */
export function sha256(text: string | Uint8Array): string {
  return hash("sha256", text, "hex");
}

/** Compares two hashes, in a time that does not depend on the first difference. */
export function isSameHash(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
