import { splitLines } from "./split-lines.ts";

/**
 * Reads a stream with one JSON text per line (`application/jsonl`, `application/x-ndjson`). Empty lines are skipped.
 *
 * @param parse parses one string; throws a SyntaxError when it is not JSON
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
 * Parses the text of an item.
 *
 * @throws MalformedItemError when the text is not JSON
 */
export function parseItem(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new MalformedItemError(text, error);
  }
}

/**
 * Reads a stream of `application/json-seq` (RFC 7464). A string that is not JSON, such as a truncated one, is skipped, as
 * section 2.3 requires. A number or a literal (`true`) without white space after it is also skipped, because it may be
 * truncated.
 *
 * A value is returned as soon as the line with its last bracket has arrived. The next record separator may be sent much
 * later, so this does not wait for it.
 *
 * @param parse parses one string. A SyntaxError skips the text; any other error is thrown
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
      // Strings cannot contain line ends. So when no bracket is open at the end of a line, the text is complete, or not
      // JSON.
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

/** The number of opening brackets in a line minus the closing ones, outside of strings. */
function measureDepth(line: string): number {
  // An unterminated string extends to the end of the line, so that the line is searched only once.
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
