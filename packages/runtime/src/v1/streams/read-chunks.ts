/**
 * The chunks of a body, one at a time and only when the next one is asked for, so that a slow reader slows the sender
 * down. A loop that is left, and a signal that is aborted, cancel the body.
 *
 * @throws the signal's reason when it was aborted; the error of the body
 */
export function readChunks(
  body: ReadableStream<Uint8Array>,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body.getReader();
  const cancel = (): void => {
    // An error of a source while it is cancelled concerns nobody.
    reader.cancel(signal?.reason).catch(() => undefined);
  };
  // At once: a stream that is never read has to end, too.
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
