import { splitText } from "./split-text.ts";

/**
 * The values of a stream with a JSON text a line (`application/jsonl`, `application/x-ndjson`); empty lines are skipped.
 *
 * @throws SyntaxError for a line that is no JSON
 */
export async function* parseJsonLines(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<unknown, void, undefined> {
  for await (const line of splitText(chunks, "\n")) {
    if (line.trim() !== "") {
      yield JSON.parse(line);
    }
  }
}

/**
 * The values of `application/json-seq` (RFC 7464). A text that is no JSON, such as one that was cut off, is skipped, as
 * section 2.3 wants it; so is a number or a literal without white space behind it, of which the rest may be missing.
 */
export async function* parseJsonSequence(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<unknown, void, undefined> {
  for await (const text of splitText(chunks, "\x1e")) {
    const value = /^\s*$|^[^"[{]*\S$/.test(text) ? undefined : parse(text);
    if (value !== undefined) {
      yield value;
    }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
