/**
 * The lines of a stream of UTF-8, each with the LF at its end, as soon as that LF has arrived; a byte order mark at the
 * beginning is removed. Only the last line may lack its LF: the stream ended there. No text is looked through twice,
 * however small its chunks are.
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
