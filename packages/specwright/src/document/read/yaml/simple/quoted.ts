import { foldBreaks } from "./plain.ts";
import { leaveToFullReader, newline, type Scanner, sliceText, space } from "./scanner.ts";

/** Reads a quoted scalar and moves past its closing quote. Further lines have to be indented by more than `parent`. */
export function readQuoted(scanner: Scanner, parent: number): string {
  const { text, offset: start } = scanner;
  const quote = text.charAt(start);
  const end = findQuote(text, start);
  scanner.offset = end + 1;
  const inner = sliceText(scanner, start + 1, end);
  if (oneLine.test(inner)) {
    return quote === '"' ? replaceEscapes(inner, escapes) : inner.replaceAll("''", "'");
  }
  if (inner.includes("\t") || !isIndented(inner, parent)) {
    leaveToFullReader();
  }
  return quote === '"'
    ? replaceEscapes(inner, escapesAndBreaks)
    : inner.replace(lineBreaks, foldBreaks).replaceAll("''", "'");
}

/** The offset of the closing quote of the scalar that begins at `start`. */
export function findQuote(text: string, start: number): number {
  return text.charAt(start) === '"' ? findEndOfDouble(text, start) : findEndOfSingle(text, start);
}

const oneLine = /^[^\n]*$/;

function findEndOfSingle(text: string, start: number): number {
  let end = text.indexOf("'", start + 1);
  while (end >= 0 && text[end + 1] === "'") {
    end = text.indexOf("'", end + 2);
  }
  return end < 0 ? leaveToFullReader() : end;
}

function findEndOfDouble(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text[before] === "\\") {
      before -= 1;
    }
    if ((end - before) % 2 === 1) {
      return end;
    }
  }
  return leaveToFullReader();
}

/** Returns whether all lines after the first one, except empty lines, are indented by more than `parent`. */
function isIndented(inner: string, parent: number): boolean {
  for (let end = inner.indexOf("\n"); end >= 0; end = inner.indexOf("\n", end + 1)) {
    let offset = end + 1;
    while (inner.charCodeAt(offset) === space) {
      offset += 1;
    }
    if (offset - end - 1 <= parent && inner.charCodeAt(offset) !== newline) {
      return false;
    }
  }
  return true;
}

function replaceEscapes(text: string, expression: RegExp): string {
  return text.includes("\\") || text.includes("\n")
    ? text.replace(expression, (found) => replaceEscape(found))
    : text;
}

const escapes = /\\(?:x.{2}|u.{4}|U.{8}|.)/g;
const lineBreaks = / *\n[ \n]*/g;
const escapesAndBreaks = /\\(?:\n *|x.{2}|u.{4}|U.{8}|.)| *\n[ \n]*/g;

/** The replacement of an escape (YAML 1.2.2, section 5.7), or of line feeds with the spaces around them. */
function replaceEscape(found: string): string {
  if (!found.startsWith("\\")) {
    return foldBreaks(found);
  }
  const name = found.charAt(1);
  if (name === "\n") {
    return "";
  }
  if (found.length === 2) {
    return meanings.get(name) ?? leaveToFullReader();
  }
  const code = /^[\da-fA-F]+$/.test(found.slice(2)) ? Number.parseInt(found.slice(2), 16) : NaN;
  return code <= 0x10ffff ? String.fromCodePoint(code) : leaveToFullReader();
}

const meanings: ReadonlyMap<string, string> = new Map([
  ["0", "\0"],
  ["a", "\x07"],
  ["b", "\b"],
  ["t", "\t"],
  ["n", "\n"],
  ["v", "\v"],
  ["f", "\f"],
  ["r", "\r"],
  ["e", "\x1b"],
  [" ", " "],
  ['"', '"'],
  ["/", "/"],
  ["\\", "\\"],
  ["N", "\u0085"],
  ["_", "\u00a0"],
  ["L", "\u2028"],
  ["P", "\u2029"],
]);
