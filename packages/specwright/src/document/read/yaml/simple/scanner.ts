import { maximumDepth } from "../../text/limits.ts";
import type { Wanted } from "../../text/wanted.ts";
import type { Places } from "../places.ts";
import type { KnownNames } from "./known-names.ts";

/** A string and the position of the reader. */
export interface Scanner {
  /** The text, which ends with a line feed. When `isBytes` is true, each character is a byte of the text in UTF-8. */
  readonly text: string;
  /** V8 stores a text, and each part of it, in half of the memory when no character is above U+00FF. */
  readonly isBytes: boolean;
  /** The offset at which reading continues. */
  offset: number;
  /** The column of the line's content, counted from 0. -1 at the end of the text. Set by `toContent`. */
  indent: number;
  /** True when there were comments between the previous line and the content. Set by `toContent`. */
  isBehindComment: boolean;
  readonly names: KnownNames;
  /** How many maps and sequences are open. */
  depth: number;
  /** Records the places of values, when they are wanted. */
  readonly places: Places | undefined;
  /** The wanted pointers in the current value, when only some places are wanted. */
  wanted: Wanted | undefined;
}

/** Thrown when a string uses YAML that the simple reader does not support. */
export const refusal: unique symbol = Symbol("refusal");

/** Stops the simple reader. The `yaml` package then reads the text. */
export function leaveToFullReader(): never {
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

/** A part of the text. Its first and last characters have to be in ASCII, or beside such a character. */
export function sliceText({ text, isBytes }: Scanner, start: number, end: number): string {
  const part = text.slice(start, end);
  return isBytes && aboveAscii.test(part) ? Buffer.from(part, "latin1").toString("utf8") : part;
}

const aboveAscii = /[\x80-\xff]/;

/** Returns whether a character separates an indicator, such as `-` or `:`, from the next token. */
export function isGap(code: number): boolean {
  return code === space || code === newline;
}

/** Returns whether a dash, colon or question mark followed by a gap is here. */
export function isIndicator({ text, offset }: Scanner, code: number): boolean {
  return text.charCodeAt(offset) === code && isGap(text.charCodeAt(offset + 1));
}

/** Moves past spaces and returns the next character. */
export function skipSpaces(scanner: Scanner): number {
  const { text } = scanner;
  let { offset } = scanner;
  while (text.charCodeAt(offset) === space) {
    offset += 1;
  }
  scanner.offset = offset;
  return text.charCodeAt(offset);
}

/** Moves from the beginning of a line to the next content, past empty lines and comments. */
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
      leaveToFullReader();
    }
    if (code === hash) {
      scanner.isBehindComment = true;
    } else if (code !== newline) {
      scanner.offset = offset;
      scanner.indent = offset - line;
      // At the beginning of a line, this would be a marker between documents. Elsewhere it may be content.
      if (offset === line && (code === dash || code === dot) && isMarker(text, line)) {
        leaveToFullReader();
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

/** Moves from the end of a value to the next content. The rest of the line may only be a comment. */
export function endLine(scanner: Scanner): void {
  const code = skipSpaces(scanner);
  if (code === hash && scanner.text.charCodeAt(scanner.offset - 1) === space) {
    scanner.offset = scanner.text.indexOf("\n", scanner.offset);
  } else if (code !== newline) {
    leaveToFullReader();
  }
  scanner.offset += 1;
  toContent(scanner);
}

/** Counts a map or sequence that begins. */
export function open(scanner: Scanner): void {
  scanner.depth += 1;
  // The full reader reports values that are nested too deeply.
  if (scanner.depth >= maximumDepth) {
    leaveToFullReader();
  }
}

/** Records the end of a map or sequence. */
export function close(scanner: Scanner): void {
  scanner.depth -= 1;
}

/** Adds a member to a map. Refuses a key that the map already has, because the full reader reports duplicates. */
export function addMember(map: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__" || Object.hasOwn(map, key)) {
    leaveToFullReader();
  }
  map[key] = value;
}
