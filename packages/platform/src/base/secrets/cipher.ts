import { type CipherKey, createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** The ciphertext was altered, moved, or sealed with another key. The error does not say which, on purpose. */
export class SecretUnreadableError extends Error {
  override readonly name = "SecretUnreadableError";
}

/**
 * NIST SP 800-38D, section 8.2.2, allows 2^32 random nonces of 96 bits for one key. A data key seals the values of
 * one project, which never reaches that number.
 */
const nonceBytes = 12;
const tagBytes = 16;

/** Nonces for which random bytes are asked for together. Asking for each takes a third of the time of the encryption. */
const noncesAtOnce = 256;

/** The bytes of the next nonces. */
let randomness = Buffer.alloc(0);

function takeNonce(): Buffer {
  if (randomness.length === 0) {
    randomness = randomBytes(nonceBytes * noncesAtOnce);
  }
  const nonce = randomness.subarray(0, nonceBytes);
  randomness = randomness.subarray(nonceBytes);
  return nonce;
}

/**
 * Encrypts with AES-256-GCM. The result is base64url of nonce, ciphertext and tag. Decryption needs the same
 * `context`.
 */
export function encrypt(key: CipherKey, plaintext: Buffer, context: readonly string[]): string {
  const nonce = takeNonce();
  const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(encodeContext(context));
  const body = cipher.update(plaintext);
  // GCM has no padding, so `final` returns no bytes.
  cipher.final();
  return Buffer.concat([nonce, body, cipher.getAuthTag()]).toString("base64url");
}

/**
 * Decrypts a result of `encrypt`.
 *
 * @throws SecretUnreadableError when the key, the context or any bit of the text differs
 */
export function decrypt(key: CipherKey, text: string, context: readonly string[]): Buffer {
  const bytes = Buffer.from(text, "base64url");
  // Node's decoder skips characters that are not base64url. Refuse a string that has any: an altered text must not pass
  // as the original.
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
    // Throws if the tag is wrong. It returns nothing, because `update` returned the whole text: GCM has no padding.
    decipher.final();
    return body;
  } catch {
    throw new SecretUnreadableError("The ciphertext cannot be read.");
  }
}

/** JSON keeps the parts apart: two different lists never have the same bytes. */
function encodeContext(context: readonly string[]): Buffer {
  return Buffer.from(JSON.stringify(context), "utf8");
}
