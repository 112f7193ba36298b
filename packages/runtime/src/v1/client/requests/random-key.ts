/**
 * An idempotency key: 128 random bits. Not `crypto.randomUUID`, which browsers have in secure contexts (HTTPS) only.
 *
 * @example
 * ```ts
 * import { randomKey } from "@specwright/runtime/v1/client";
 *
 * randomKey().length; // => 32
 * ```
 */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
