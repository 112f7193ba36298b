/**
 * An idempotency key: 128 random bits. Not `crypto.randomUUID`, which browsers have in secure contexts (HTTPS) only.
 */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
