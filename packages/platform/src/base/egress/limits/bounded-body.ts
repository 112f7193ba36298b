import { EgressError } from "../egress-error.ts";
import type { Deadlines } from "./deadlines.ts";

/**
 * The pieces of a response's body. Reading fails with `body-too-large` as soon as more than the maximum has arrived, and
 * with the deadline's reason when it takes too long. The deadlines end when the body is read, or when its reader leaves.
 * The connection of a body that was not read to its end is given up.
 */
export async function* limitBody(
  body: AsyncIterable<Uint8Array>,
  maximumBytes: number,
  deadlines: Deadlines,
): AsyncGenerator<Uint8Array, void> {
  let size = 0;
  try {
    for await (const piece of body) {
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
  }
}
