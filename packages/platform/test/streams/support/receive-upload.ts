import { createHash } from "node:crypto";

/** The size and hashes of an upload, for comparison with the announced ones. */
export interface Received {
  readonly bytes: number;
  /** In hexadecimal. */
  readonly md5: string;
  readonly sha256: string;
}

/**
 * Receives a body piece by piece: counts it, hashes it, and passes each piece on. The next piece is requested once
 * `write` has resolved. A slow disk therefore makes the client wait, and a body of any length takes the memory of one
 * piece.
 *
 * @throws BodyTooLargeError over the limit of the stream; any other error of the stream means that it did not arrive
 *   completely
 */
export async function receiveUpload(
  body: ReadableStream<Uint8Array>,
  write: (piece: Uint8Array) => Promise<void>,
): Promise<Received> {
  // The API identifies files by their MD5 (docs/decisions.md §11). SHA-256 is added because MD5 can be forged.
  const [md5, sha256] = [createHash("md5"), createHash("sha256")];
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.byteLength;
    md5.update(piece);
    sha256.update(piece);
    await write(piece);
  }
  return { bytes, md5: md5.digest("hex"), sha256: sha256.digest("hex") };
}
