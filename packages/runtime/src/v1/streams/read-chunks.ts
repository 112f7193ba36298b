/**
 * Reads the chunks of a body one at a time, only when the next one is requested, so that a slow reader slows down the
 * sender. Leaving the loop or aborting the signal cancels the body.
 *
 * @throws the signal's reason when it was aborted; the error of the body
 */
export function readChunks(
  body: ReadableStream<Uint8Array>,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body.getReader();
  const cancel = (): void => {
    // Nobody needs the body now, so an error while it is cancelled does not matter.
    reader.cancel(signal?.reason).catch(() => undefined);
  };
  // Listen from the start, so that an abort also ends a stream that nobody reads.
  signal?.addEventListener("abort", cancel, { once: true });
  return generate(reader, cancel, signal);
}

async function* generate(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  cancel: () => void,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for (;;) {
      signal?.throwIfAborted();
      const { done, value } = await reader.read();
      signal?.throwIfAborted();
      if (done) {
        return;
      }
      yield value;
    }
  } finally {
    signal?.removeEventListener("abort", cancel);
    cancel();
  }
}
