import { splitLines } from "./split-lines.ts";

/**
 * The values of a stream with a JSON text a line (`application/jsonl`, `application/x-ndjson`); empty lines are skipped.
 *
 * @param parse makes the value of a text; throws a SyntaxError when it is not JSON
 * @throws MalformedItemError for a line that is not JSON, and the errors of `parse`
 */
export async function* parseJsonLines(
  chunks: AsyncIterable<Uint8Array>,
  parse: (text: string) => unknown = parseItem,
): AsyncGenerator<unknown, void, undefined> {
  for await (const line of splitLines(chunks)) {
    if (line.trim() !== "") {
      yield parse(line);
    }
  }
}

/** An item of a stream is not JSON. */
export class MalformedItemError extends SyntaxError {
  /** The text that was sent. */
  readonly text: string;

  constructor(text: string, cause: unknown) {
    super("An item of the stream is not JSON", { cause });
    this.text = text;
  }
}

/**
 * The value of an item's text.
 *
 * @throws MalformedItemError when it is not JSON
 */
export function parseItem(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new MalformedItemError(text, error);
  }
}

/**
 * The values of `application/json-seq` (RFC 7464). A text that is not JSON, such as one that was cut off, is skipped, as
 * section 2.3 wants it; so is a number or a literal without white space behind it, of which the rest may be missing.
 *
 * A value is given with the line that closes its last bracket. The record separator of the next text is not waited for,
 * because that may be sent much later.
 *
 * @param parse makes the value of a text; what it throws but a SyntaxError is thrown
 */
export async function* parseJsonSequence(
  chunks: AsyncIterable<Uint8Array>,
  parse: (text: string) => unknown = JSON.parse,
): AsyncGenerator<unknown, void, undefined> {
  let text = "";
  let depth = 0;
  let isOver = false;
  for await (const line of splitLines(chunks, (part) => part.replaceAll("\x1e", "\x1e\n"))) {
    const isLast = line.endsWith("\x1e\n");
    if (!isOver) {
      const part = isLast ? line.slice(0, -2) : line;
      text += text === "" ? part.trimStart() : part;
      depth += measureDepth(part);
      // No string goes on over a line end, so that a text without an open bracket is whole, or is not JSON.
      isOver = depth <= 0 && text !== "";
      const value = isOver ? parseWhole(text, parse) : undefined;
      if (value !== undefined) {
        yield value;
      }
    }
    if (isLast) {
      text = "";
      depth = 0;
      isOver = false;
    }
  }
}

/** How many brackets a line opens and does not close, outside of strings. */
function measureDepth(line: string): number {
  // A string that is not closed goes to the end of the line, so that the line is looked through once.
  const brackets = line.match(/"(?:[^"\\]|\\[\s\S])*"?|[[\]{}]/g) ?? [];
  return brackets.reduce((depth, [first]) => {
    return depth + (first === "{" || first === "[" ? 1 : first === '"' ? 0 : -1);
  }, 0);
}

function parseWhole(text: string, parse: (text: string) => unknown): unknown {
  if (/^[^"[{]*\S$/.test(text)) {
    return undefined;
  }
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) {
      return undefined;
    }
    throw error;
  }
}
