import type { Readable } from "node:stream";
import { EgressError } from "../egress-error.ts";
import type { Deadlines } from "./deadlines.ts";

/**
 * The pieces of a response's body. Reading fails with `body-too-large` as soon as more than the maximum has arrived, and
 * with the deadline's reason when it takes too long. The deadlines end when the body is read, or when its reader leaves.
 */
export async function* limitBody(
  body: Readable,
  maximumBytes: number,
  deadlines: Deadlines,
): AsyncGenerator<Uint8Array, void> {
  const readPiece = createPieceReader(body);
  let size = 0;
  try {
    for (let piece = await readPiece(); piece !== undefined; piece = await readPiece()) {
      size += piece.byteLength;
      if (size > maximumBytes) {
        throw new EgressError("body-too-large");
      }
      yield piece;
      deadlines.startBody();
    }
  } catch (error) {
    throw (
      deadlines.findReason() ??
      (error instanceof EgressError ? error : new EgressError("protocol-error", error))
    );
  } finally {
    deadlines.end();
    // The connection of a body that was not read to its end is given up.
    body.destroy();
  }
}

/**
 * Creates a function that waits for the next piece; undefined at the end. Most answers have one piece, and for that the
 * iterator of Node's streams does several times the work.
 *
 * @throws the error of the stream
 */
function createPieceReader(body: Readable): () => Promise<Uint8Array | undefined> {
  let wake = (): void => {};
  for (const event of ["readable", "end", "error", "close"]) {
    body.on(event, () => wake());
  }
  return async () => {
    for (;;) {
      // A stream of bytes.
      const piece = body.read() as Uint8Array | null;
      if (piece !== null) {
        return piece;
      }
      if (body.errored !== null) {
        throw body.errored;
      }
      if (body.readableEnded) {
        return undefined;
      }
      if (body.destroyed) {
        throw new Error("The body ended early.");
      }
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
}
