/**
 * The texts between separators of a stream of UTF-8, a byte order mark at its beginning removed. The last one is what
 * comes after the last separator, and may be empty. No text is looked through twice, however small its chunks are.
 *
 * @param normalize changes a chunk of text before it is split
 */
export async function* splitText(
  chunks: AsyncIterable<Uint8Array>,
  separator: string,
  normalize: (text: string) => string = (text) => text,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let pieces: string[] = [];
  for await (const chunk of chunks) {
    const parts = normalize(decoder.decode(chunk, { stream: true })).split(separator);
    for (const part of parts.slice(0, -1)) {
      pieces.push(part);
      yield pieces.join("");
      pieces = [];
    }
    pieces.push(parts.at(-1) ?? "");
  }
  pieces.push(decoder.decode());
  yield pieces.join("");
}
