import { createHash } from "node:crypto";
import { Readable } from "node:stream";

/** Bytes on their way to a store, which are counted and hashed as they pass. */
export interface HashedPieces {
  readonly stream: Readable;
  /** Call it when the stream has ended. */
  readonly finish: () => { readonly size: number; readonly md5: string };
  /** The error of the source, if it failed; otherwise `error`. A store's own error about it must not hide the first one. */
  readonly findCause: (error: unknown) => unknown;
}

/** Counts and hashes the bytes of a source. The next piece is requested when the store wants it. */
export function hashPieces(source: AsyncIterable<Uint8Array>): HashedPieces {
  const hash = createHash("md5");
  let size = 0;
  let failure: { readonly error: unknown } | undefined;
  async function* observe(): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of source) {
        size += piece.byteLength;
        hash.update(piece);
        yield piece;
      }
    } catch (error) {
      failure = { error };
      throw error;
    }
  }
  return {
    stream: Readable.from(observe(), { objectMode: false }),
    finish: () => ({ size, md5: hash.digest("hex") }),
    findCause: (error) => (failure === undefined ? error : failure.error),
  };
}
