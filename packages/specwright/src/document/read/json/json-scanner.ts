import { buildWantedTree, type Wanted } from "../text/wanted.ts";

/** The places of values in the text of a JSON document. */
export interface JsonScan {
  /** The offset of each wanted value that exists. For a property, the offset of its key. */
  readonly offsets: ReadonlyMap<string, number>;
  /** The offset of the first wrong character. Undefined when the scanned part of the text is valid. */
  readonly mistake: number | undefined;
}

/**
 * Finds the places of values in a JSON document (RFC 8259), or the place of its first mistake. `JSON.parse` reports
 * neither, so this runs only when there is a problem to report. One scan serves any number of problems.
 *
 * @param pointers JSON Pointers (RFC 6901). The scan ends when all are found. Without pointers it ends at the end of
 * the text.
 * @param decodeKey Decodes the keys of a text that has a character for each byte.
 */
export function scanJson(
  text: string,
  pointers: readonly string[] = [],
  decodeKey: (key: string) => string = (key) => key,
): JsonScan {
  const tree = buildWantedTree(pointers);
  const missing = new Set(pointers).size;
  const scanner: Scanner = { text, offset: 0, offsets: new Map(), missing, decodeKey };
  try {
    scanDocument(scanner, pointers.length === 0 ? undefined : tree);
    return { offsets: scanner.offsets, mistake: undefined };
  } catch (error) {
    if (error !== stop) {
      throw error;
    }
    const isDone = pointers.length > 0 && scanner.missing === 0;
    return { offsets: scanner.offsets, mistake: isDone ? undefined : scanner.offset };
  }
}

interface Scanner {
  readonly text: string;
  offset: number;
  readonly offsets: Map<string, number>;
  missing: number;
  readonly decodeKey: (key: string) => string;
}

/** Thrown to end the scan early: when everything is found, or at a mistake. `offset` then stays at the mistake. */
const stop = Symbol("stop");

interface Container {
  readonly isArray: boolean;
  /** The wanted pointers inside of it. */
  readonly wanted: Wanted | undefined;
  index: number;
}

/** Uses a loop with its own stack, because a document may be nested deeper than the call stack allows. */
function scanDocument(scanner: Scanner, root: Wanted | undefined): void {
  const stack: Container[] = [];
  skipSpace(scanner);
  let wanted = note(scanner, root, scanner.offset);
  for (;;) {
    skipSpace(scanner);
    // When places are wanted, the text is already known to be valid JSON, so values without wanted places can be
    // skipped.
    const isSkipped = root !== undefined && wanted === undefined;
    const opened = isSkipped ? undefined : openContainer(scanner, wanted);
    if (isSkipped) {
      skipValue(scanner);
    } else if (opened === undefined) {
      scanScalar(scanner);
    } else {
      stack.push(opened);
    }
    const container = moveToNextMember(scanner, stack, opened !== undefined);
    if (container === undefined) {
      return;
    }
    const start = scanner.offset;
    const key = container.isArray ? String(container.index) : scanKey(scanner);
    wanted = note(scanner, container.wanted?.children.get(key), start);
  }
}

/** Records the place of a value if it is wanted, and ends the scan after the last one. */
function note(scanner: Scanner, wanted: Wanted | undefined, offset: number): Wanted | undefined {
  if (wanted?.pointer !== undefined && !scanner.offsets.has(wanted.pointer)) {
    scanner.offsets.set(wanted.pointer, offset);
    scanner.missing -= 1;
    if (scanner.missing === 0) {
      fail();
    }
  }
  return wanted;
}

function openContainer(scanner: Scanner, wanted: Wanted | undefined): Container | undefined {
  const character = scanner.text[scanner.offset];
  if (character !== "{" && character !== "[") {
    return undefined;
  }
  scanner.offset += 1;
  return { isArray: character === "[", wanted, index: -1 };
}

/** Moves to the next member. Returns the container of that member, or undefined at the end of the document. */
function moveToNextMember(
  scanner: Scanner,
  stack: Container[],
  justOpened: boolean,
): Container | undefined {
  let first = justOpened;
  for (;;) {
    skipSpace(scanner);
    const container = stack.at(-1);
    if (container === undefined) {
      return scanner.offset < scanner.text.length ? fail() : undefined;
    }
    if (scanner.text[scanner.offset] === (container.isArray ? "]" : "}")) {
      scanner.offset += 1;
      stack.pop();
      first = false;
      continue;
    }
    if (!first) {
      expect(scanner, ",");
      skipSpace(scanner);
    }
    container.index += 1;
    return container;
  }
}

function scanKey(scanner: Scanner): string {
  const start = scanner.offset;
  scanString(scanner);
  const key = scanner.text.slice(start, scanner.offset);
  skipSpace(scanner);
  expect(scanner, ":");
  return String(JSON.parse(scanner.decodeKey(key)));
}

function fail(): never {
  throw stop;
}

function expect(scanner: Scanner, character: string): void {
  if (scanner.text[scanner.offset] !== character) {
    fail();
  }
  scanner.offset += 1;
}

function scanScalar(scanner: Scanner): void {
  if (scanner.text[scanner.offset] === '"') {
    scanString(scanner);
  } else if (!scan(scanner, /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y)) {
    fail();
  }
}

/** Moves past a value without scanning its content. */
function skipValue(scanner: Scanner): void {
  scanner.offset = findValueEnd(scanner.text, scanner.offset);
}

/** The offset after the value that begins at `start`, in a text that is known to be valid JSON. */
export function findValueEnd(text: string, start: number): number {
  let level = 0;
  let offset = start;
  do {
    const code = text.charCodeAt(offset);
    if (code === 0x22) {
      offset = findStringEnd(text, offset);
    } else {
      // `{` and `[` differ in a single bit, and so do `}` and `]`.
      const bracket = code | 0x20;
      level += bracket === 0x7b ? 1 : bracket === 0x7d ? -1 : 0;
      offset += 1;
    }
  } while (offset < text.length && (level > 0 || !/[,\]}\s]/.test(text.charAt(offset))));
  return offset;
}

/** The offset after the closing quote of the JSON string that begins at `start`. */
export function findStringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === 0x5c) {
      backslashes += 1;
    }
    if (backslashes % 2 === 0) {
      return end + 1;
    }
  }
  return text.length;
}

function scanString(scanner: Scanner): void {
  const start = scanner.offset;
  expect(scanner, '"');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: strings must not hold them.
  while (scan(scanner, /[^"\\\0-\x1f]+|\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y)) {
    // Runs of ordinary characters and escapes.
  }
  if (scanner.text[scanner.offset] !== '"') {
    // An unclosed string is reported at its beginning, because its end does not help to find the mistake.
    scanner.offset = scanner.text.indexOf("\n", start) === scanner.offset ? start : scanner.offset;
    fail();
  }
  scanner.offset += 1;
}

function skipSpace(scanner: Scanner): void {
  scan(scanner, /[ \t\r\n]+/y);
}

/** Moves past the text that the sticky expression matches at the current offset. */
function scan(scanner: Scanner, expression: RegExp): boolean {
  expression.lastIndex = scanner.offset;
  const matched = expression.test(scanner.text);
  if (matched) {
    scanner.offset = expression.lastIndex;
  }
  return matched;
}
