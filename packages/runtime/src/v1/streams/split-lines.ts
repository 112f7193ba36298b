/**
 * Splits a stream of UTF-8 into lines. A line is returned as soon as its LF has arrived, and includes the LF. Only the
 * last line may lack it, when the stream ended there. A byte order mark at the beginning is removed. No text is
 * searched twice, even when chunks are small.
 *
 * @param normalize changes a chunk of text before it is split
 */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
  normalize: (text: string) => string = (text) => text,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let pieces: string[] = [];
  for await (const chunk of chunks) {
    const parts = normalize(decoder.decode(chunk, { stream: true })).split("\n");
    const rest = parts.pop() ?? "";
    for (const part of parts) {
      pieces.push(part, "\n");
      yield pieces.join("");
      pieces = [];
    }
    pieces.push(rest);
  }
  pieces.push(decoder.decode());
  const last = pieces.join("");
  if (last !== "") {
    yield last;
  }
}
