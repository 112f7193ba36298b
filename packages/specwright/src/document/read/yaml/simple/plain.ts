import { resolvePlain } from "./resolve-plain.ts";
import {
  colon,
  dash,
  endLine,
  hash,
  isGap,
  leaveToFullReader,
  newline,
  questionMark,
  type Scanner,
  sliceText,
  space,
} from "./scanner.ts";

/** Reads a plain scalar in block style. It may continue on lines that are indented by more than `parent`. */
export function readPlain(scanner: Scanner, parent: number): unknown {
  const { text } = scanner;
  const start = scanner.offset;
  assertPlainStart(text, start);
  let stop = findPlainEnd(text, start);
  let isOneLine = true;
  for (;;) {
    const code = text.charCodeAt(stop);
    if (code === colon) {
      // A colon where no key is allowed, as in `a: b: c`.
      leaveToFullReader();
    }
    const next = code === hash ? undefined : findContinuation(text, stop, parent);
    if (next === undefined) {
      break;
    }
    isOneLine = false;
    stop = findPlainEnd(text, next);
  }
  const end = trimSpaces(text, stop);
  const plain = sliceText(scanner, start, end);
  scanner.offset = end;
  endLine(scanner);
  return isOneLine ? resolvePlain(plain) : fold(plain);
}

/** The offset at which a scalar continues on another line. Undefined when the next line is not part of it. */
function findContinuation(text: string, lineEnd: number, parent: number): number | undefined {
  let line = lineEnd + 1;
  for (let offset = line; offset < text.length; offset += 1) {
    const code = text.charCodeAt(offset);
    if (code === newline) {
      line = offset + 1;
    } else if (code !== space) {
      return offset - line > parent && code !== hash ? offset : undefined;
    }
  }
  return undefined;
}

/** The end of a plain text in its line: the offset of a line feed, of the colon after a key, or of a comment's `#`. */
export function findPlainEnd(text: string, start: number): number {
  for (let offset = start; ; offset += 1) {
    const code = text.charCodeAt(offset);
    if (code > colon) {
      continue;
    }
    if (
      code === newline ||
      (code === colon && isGap(text.charCodeAt(offset + 1))) ||
      (code === hash && text.charCodeAt(offset - 1) === space)
    ) {
      return offset;
    }
    if (code < space) {
      // A tab also separates, but follows special rules.
      leaveToFullReader();
    }
  }
}

/** The offset after the last character before `end` that is not a space. */
export function trimSpaces(text: string, end: number): number {
  let offset = end;
  while (text.charCodeAt(offset - 1) === space) {
    offset -= 1;
  }
  return offset;
}

/** Refuses characters that cannot begin a plain text. */
export function assertPlainStart(text: string, offset: number): void {
  const code = text.charCodeAt(offset);
  const isIndicator = code < 0x80 && indicators.includes(text.charAt(offset));
  const isSeparator = code === dash || code === colon || code === questionMark;
  if (isIndicator || (isSeparator && isGap(text.charCodeAt(offset + 1)))) {
    leaveToFullReader();
  }
}

const indicators = ",[]{}#&*!|>'\"%@`";

/** Joins the lines of a scalar: a line feed becomes a space, and empty lines become line feeds (YAML 1.2.2, section 6.5). */
export function fold(text: string): string {
  return text.replace(lineBreaks, foldBreaks);
}

const lineBreaks = / *\n[ \n]*/g;

/** Folds a run of line feeds and spaces. */
export function foldBreaks(breaks: string): string {
  const count = breaks.split("\n").length - 1;
  return count === 1 ? " " : "\n".repeat(count - 1);
}
