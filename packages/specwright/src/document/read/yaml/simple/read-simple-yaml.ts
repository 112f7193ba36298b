import { createLines } from "../../text/lines.ts";
import { movePlaces, type Places } from "../places.ts";
import { readNode } from "./blocks.ts";
import { createKnownNames } from "./known-names.ts";
import { leaveToFullReader, refusal, type Scanner, toContent } from "./scanner.ts";

/**
 * Reads the YAML that people and tools usually write: one document of maps, sequences and scalars of all styles. The
 * rest of YAML (anchors, aliases, merge keys, tags, directives, keys with `?`, tabs between tokens) and every mistake
 * is left to the full reader, which takes several times as long. For every string that this reader accepts, both return
 * the same value.
 *
 * @param bytes The text in UTF-8. With it, texts with characters outside ASCII are read faster. Ignored for places, which
 * are offsets in the text.
 * @returns Undefined when the full reader has to read the text.
 */
export function readSimpleYaml(given: string, places?: Places, bytes?: Buffer): object | undefined {
  const hasReturns = given.includes("\r");
  if (given.includes(byteOrderMark) || (hasReturns && mixedLineEnds.test(given))) {
    return undefined;
  }
  const isBytes = bytes !== undefined && places === undefined && bytes.length > given.length;
  const source = isBytes ? bytes.toString("latin1") : given;
  const text = hasReturns ? source.replaceAll("\r\n", "\n") : source;
  const isEnded = text.endsWith("\n");
  if (!isEnded && text.endsWith(" ")) {
    // In some block scalars, a last line of spaces without a line feed is content.
    return undefined;
  }
  const scanner: Scanner = {
    text: isEnded ? text : `${text}\n`,
    isBytes,
    ...{ offset: 0, indent: 0, isBehindComment: false, depth: 0, places },
    wanted: places?.wanted,
    names: createKnownNames(),
  };
  try {
    const value = readDocument(scanner);
    if (hasReturns && places !== undefined) {
      movePlaces(places, withReturns(text));
    }
    return value;
  } catch (error) {
    if (error === refusal) {
      return undefined;
    }
    throw error;
  }
}

const byteOrderMark = "\ufeff";

/** A single carriage return or line feed, in a string that otherwise has both together. */
const mixedLineEnds = /(?<!\r)\n|\r(?!\n)/;

/** Converts offsets in a string without carriage returns to offsets in the original text, whose lines end with `\r\n`. */
function withReturns(text: string): (offset: number) => number {
  const lineAt = createLines(text);
  return (offset) => offset + lineAt(offset).line - 1;
}

function readDocument(scanner: Scanner): object {
  const { text } = scanner;
  // The marker of the beginning, behind comments.
  scanner.offset = /^(?: *(?:#[^\n]*)?\n)*---\n/.exec(text)?.[0].length ?? 0;
  toContent(scanner);
  if (scanner.places !== undefined) {
    scanner.places.root = scanner.offset;
  }
  // Documents in brackets are JSON nearly always.
  const isBlock = scanner.indent === 0 && !"[{".includes(text.charAt(scanner.offset));
  const value = isBlock ? readNode(scanner, -1) : leaveToFullReader();
  return scanner.indent < 0 && typeof value === "object" && value !== null
    ? value
    : leaveToFullReader();
}
