/** Text as a body, in chunks of some bytes. */
export function streamText(text: string, length = 3): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) {
        controller.close();
        return;
      }
      controller.enqueue(bytes.slice(at, at + length));
      at += length;
    },
  });
}
