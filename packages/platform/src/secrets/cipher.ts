import { type CipherKey, createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** A ciphertext that is altered, moved, or sealed with another key. It says no more, on purpose. */
export class SecretUnreadableError extends Error {
  override readonly name = "SecretUnreadableError";
}

/**
 * NIST SP 800-38D, section 8.2.2: random nonces of 96 bits, at most 2^32 of them with one key. A data key seals the
 * values of one project, so that number is out of reach.
 */
const nonceBytes = 12;
const tagBytes = 16;

/** AES-256-GCM: base64url of nonce, ciphertext and tag. `context` has to be the same when it is opened. */
export function encrypt(key: CipherKey, plaintext: Buffer, context: readonly string[]): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(encodeContext(context));
  const body = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([nonce, body, cipher.getAuthTag()]).toString("base64url");
}

/**
 * Decrypts a text that `encrypt` answered.
 *
 * @throws SecretUnreadableError when key, context or any bit of the text is another
 */
export function decrypt(key: CipherKey, text: string, context: readonly string[]): Buffer {
  const bytes = Buffer.from(text, "base64url");
  // The decoder skips characters that are not base64url, and an altered text must not pass for the same one.
  if (bytes.length < nonceBytes + tagBytes || bytes.toString("base64url") !== text) {
    throw new SecretUnreadableError("The ciphertext cannot be read.");
  }
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(encodeContext(context));
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  try {
    const body = decipher.update(bytes.subarray(nonceBytes, -tagBytes));
    return Buffer.concat([body, decipher.final()]);
  } catch {
    throw new SecretUnreadableError("The ciphertext cannot be read.");
  }
}

/** JSON keeps the parts apart: no two lists of texts have the same bytes. */
function encodeContext(context: readonly string[]): Buffer {
  return Buffer.from(JSON.stringify(context), "utf8");
}
