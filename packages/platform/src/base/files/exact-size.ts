/** A stored file is shorter or longer than its row says. */
export class WrongSizeError extends Error {
  override readonly name = "WrongSizeError";

  constructor() {
    super("A stored file does not have the size that it was stored with.");
  }
}

/**
 * Passes bytes on, and fails unless there are exactly `size` of them, so that a part is never mistaken for the whole
 * file.
 */
export async function* withExactSize(
  source: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array> {
  let passed = 0;
  for await (const piece of source) {
    passed += piece.byteLength;
    if (passed > size) {
      break;
    }
    yield piece;
  }
  if (passed !== size) {
    throw new WrongSizeError();
  }
}
