import { maximumDepth } from "../../text/limits.ts";
import type { Wanted } from "../../text/wanted.ts";
import type { Places } from "../places.ts";
import type { KnownNames } from "./known-names.ts";

/** A text while it is read. */
export interface Scanner {
  /** The text, which ends with a line feed. */
  readonly text: string;
  /** The offset at which reading goes on. */
  offset: number;
  /** The column of the line's content, from 0; -1 at the end of the text. Set by `toContent`. */
  indent: number;
  /** True when there were comments between the line before and the content. Set by `toContent`. */
  isBehindComment: boolean;
  readonly names: KnownNames;
  /** How many maps and sequences are open. */
  depth: number;
  /** Where the places of values are noted, when they are wanted. */
  readonly places: Places | undefined;
  /** The wanted pointers in the current value, when only some places are wanted. */
  wanted: Wanted | undefined;
}

/** Thrown where a text has more than the simple reader knows. */
export const refusal: unique symbol = Symbol("refusal");

/** Stops the simple reader: the `yaml` package reads the text instead. */
export function refuse(): never {
  throw refusal;
}

export const newline = 0x0a;
export const space = 0x20;
export const hash = 0x23;
export const colon = 0x3a;
export const dash = 0x2d;
export const questionMark = 0x3f;
const tab = 0x09;
const dot = 0x2e;

/** Returns whether a character separates an indicator, such as `-` or `:`, from the next token. */
export function isGap(code: number): boolean {
  return code === space || code === newline;
}

/** Returns whether a dash, colon or question mark with a gap behind it stands here. */
export function isIndicator({ text, offset }: Scanner, code: number): boolean {
  return text.charCodeAt(offset) === code && isGap(text.charCodeAt(offset + 1));
}

/** Moves past spaces and gives the character behind them. */
export function skipSpaces(scanner: Scanner): number {
  const { text } = scanner;
  let { offset } = scanner;
  while (text.charCodeAt(offset) === space) {
    offset += 1;
  }
  scanner.offset = offset;
  return text.charCodeAt(offset);
}

/** From the beginning of a line to the next content: past empty lines and comments. */
export function toContent(scanner: Scanner): void {
  const { text } = scanner;
  let line = scanner.offset;
  scanner.isBehindComment = false;
  for (; line < text.length; line = text.indexOf("\n", line) + 1) {
    let offset = line;
    while (text.charCodeAt(offset) === space) {
      offset += 1;
    }
    const code = text.charCodeAt(offset);
    if (code === tab) {
      refuse();
    }
    if (code === hash) {
      scanner.isBehindComment = true;
    } else if (code !== newline) {
      scanner.offset = offset;
      scanner.indent = offset - line;
      // A marker between documents may only be content at the beginning of a line.
      if (offset === line && (code === dash || code === dot) && isMarker(text, line)) {
        refuse();
      }
      return;
    }
  }
  scanner.offset = text.length;
  scanner.indent = -1;
}

function isMarker(text: string, offset: number): boolean {
  return text.startsWith("---", offset) || text.startsWith("...", offset);
}

/** From behind a value to the next content. Only a comment may stand in the rest of the line. */
export function endLine(scanner: Scanner): void {
  const code = skipSpaces(scanner);
  if (code === hash && scanner.text.charCodeAt(scanner.offset - 1) === space) {
    scanner.offset = scanner.text.indexOf("\n", scanner.offset);
  } else if (code !== newline) {
    refuse();
  }
  scanner.offset += 1;
  toContent(scanner);
}

/** Counts a map or sequence that begins. */
export function open(scanner: Scanner): void {
  scanner.depth += 1;
  // Values deeper than the limit are reported with the full reader.
  if (scanner.depth >= maximumDepth) {
    refuse();
  }
}

/** Counts a map or sequence that ends. */
export function close(scanner: Scanner): void {
  scanner.depth -= 1;
}

/** Adds a member to a map. The first of its key: the full reader reports duplicates. */
export function addMember(map: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__" || Object.hasOwn(map, key)) {
    refuse();
  }
  map[key] = value;
}
