import { notePlace } from "../places.ts";
import { assertPlainStart, trimSpaces } from "./plain.ts";
import { findQuote, readQuoted } from "./quoted.ts";
import { resolvePlain } from "./resolve-plain.ts";
import {
  addMember,
  close,
  colon,
  dash,
  hash,
  isGap,
  leaveToFullReader,
  newline,
  open,
  questionMark,
  type Scanner,
  skipSpaces,
  sliceText,
  space,
} from "./scanner.ts";

/**
 * Reads a map or a sequence in brackets, and moves past it. It may continue on lines that are indented by more than
 * `parent`. Refuses pairs in sequences, keys without values, and plain scalars of several lines.
 */
export function readFlow(scanner: Scanner, parent: number, level = 1): unknown {
  const isMap = scanner.text.charCodeAt(scanner.offset) === brace;
  scanner.offset += 1;
  open(scanner);
  const value = isMap ? readMap(scanner, parent, level) : readSequence(scanner, parent, level);
  close(scanner);
  return value;
}

function readSequence(scanner: Scanner, parent: number, level: number): readonly unknown[] {
  const items: unknown[] = [];
  while (toToken(scanner, parent, level) !== closingBracket) {
    notePlace(scanner.places, items, String(items.length), scanner.offset);
    items.push(readValue(scanner, parent, level));
    endMember(scanner, parent, level, closingBracket);
  }
  scanner.offset += 1;
  return items;
}

function readMap(scanner: Scanner, parent: number, level: number): object {
  const map = {};
  for (;;) {
    const code = toToken(scanner, parent, level);
    if (code === closingBrace) {
      scanner.offset += 1;
      return map;
    }
    const start = scanner.offset;
    const isQuoted = code === doubleQuote || code === singleQuote;
    const key = isQuoted ? readQuotedKey(scanner, parent) : readPlainKey(scanner);
    if (skipSpaces(scanner) !== colon) {
      leaveToFullReader();
    }
    scanner.offset += 1;
    if (!isQuoted && !isGap(scanner.text.charCodeAt(scanner.offset))) {
      leaveToFullReader();
    }
    toToken(scanner, parent, level);
    addMember(map, key, readValue(scanner, parent, level));
    notePlace(scanner.places, map, key, start);
    endMember(scanner, parent, level, closingBrace);
  }
}

/** Reads a quoted key, which has to be on one line. */
function readQuotedKey(scanner: Scanner, parent: number): string {
  const { text, offset } = scanner;
  return text.indexOf("\n", offset) < findQuote(text, offset)
    ? leaveToFullReader()
    : readQuoted(scanner, parent);
}

function readPlainKey(scanner: Scanner): string {
  const text = readPlain(scanner);
  // The full reader merges maps.
  return text === "<<" ? leaveToFullReader() : text;
}

function readValue(scanner: Scanner, parent: number, level: number): unknown {
  switch (scanner.text.charCodeAt(scanner.offset)) {
    case brace:
    case bracket:
      return readFlow(scanner, parent, level + 1);
    case doubleQuote:
    case singleQuote:
      return readQuoted(scanner, parent);
    default:
      return resolvePlain(readPlain(scanner));
  }
}

/** A plain scalar on one line. In brackets it also ends before a comma or a bracket. */
function readPlain(scanner: Scanner): string {
  const { text, offset: start } = scanner;
  const first = text.charCodeAt(start);
  const isSeparator = first === colon || first === questionMark;
  if (isSeparator || (first === dash && flowIndicators.has(text.charCodeAt(start + 1)))) {
    leaveToFullReader();
  }
  assertPlainStart(text, start);
  const end = trimSpaces(text, findEnd(text, start));
  scanner.offset = end;
  return sliceText(scanner, start, end);
}

function findEnd(text: string, start: number): number {
  for (let offset = start; ; offset += 1) {
    const code = text.charCodeAt(offset);
    const next = text.charCodeAt(offset + 1);
    if (
      code === newline ||
      flowIndicators.has(code) ||
      (code === colon && (isGap(next) || flowIndicators.has(next))) ||
      (code === hash && text.charCodeAt(offset - 1) === space)
    ) {
      return offset;
    }
    if (code < space) {
      leaveToFullReader();
    }
  }
}

/** Moves past a comma, or stops at the closing bracket. */
function endMember(scanner: Scanner, parent: number, level: number, closing: number): void {
  const code = toToken(scanner, parent, level);
  if (code === comma) {
    scanner.offset += 1;
  } else if (code !== closing) {
    leaveToFullReader();
  }
}

/** Moves past spaces, line feeds and comments, and returns the next character. */
function toToken(scanner: Scanner, parent: number, level: number): number {
  const { text } = scanner;
  let line: number | undefined;
  for (;;) {
    const code = skipSpaces(scanner);
    const { offset } = scanner;
    if (code === hash && isGap(text.charCodeAt(offset - 1))) {
      scanner.offset = text.indexOf("\n", offset);
    } else if (code === newline) {
      scanner.offset = offset + 1;
      line = offset + 1;
    } else {
      const indent = line === undefined ? parent + 1 : offset - line;
      const mayClose = level === 1 && (code === closingBrace || code === closingBracket);
      return indent > parent || (mayClose && indent === parent) ? code : leaveToFullReader();
    }
  }
}

const doubleQuote = 0x22;
const singleQuote = 0x27;
const comma = 0x2c;
const bracket = 0x5b;
const closingBracket = 0x5d;
const brace = 0x7b;
const closingBrace = 0x7d;
const flowIndicators: ReadonlySet<number> = new Set([
  comma,
  bracket,
  closingBracket,
  brace,
  closingBrace,
]);
