import { isUtf8 } from "node:buffer";

/** A part of a JSON text: the value at a place, between two offsets in bytes. */
interface JsonPart {
  readonly keys: readonly string[];
  start: number;
  end: number;
}

/** The parts of a JSON text in its order, such as `components.schemas.Pet`; they do not overlap. */
export type JsonParts = readonly JsonPart[];

/** How deep the parts stand: operations are members of `paths.<path>`, schemas of `components.schemas`. */
const depth = 3;

/**
 * Finds the parts of a JSON text, so that after an edit only one of them has to be parsed.
 *
 * @param bytes The text in UTF-8, which JSON.parse has accepted.
 * @returns Undefined when the text is no object, begins with a byte order mark, or has a key twice.
 */
export function findParts(bytes: Uint8Array): JsonParts | undefined {
  const parts: JsonPart[] = [];
  const start = skipSpace(bytes, 0);
  if (bytes[start] !== brace) {
    return undefined;
  }
  return scanObject(bytes, start, [], parts) === undefined ? undefined : parts;
}

/** A text after an edit within one of its parts. */
export interface EditedPart {
  readonly keys: readonly string[];
  /** The part as it is now. */
  readonly text: string;
  /** Call once the text turned out to be JSON: moves the parts to where they are now. */
  readonly accept: () => void;
}

/**
 * The part that an edit is within: everything around it is the same, so that the whole is JSON when the part is. Undefined
 * when there is no such part.
 */
export function findEditedPart(
  before: Uint8Array,
  after: Uint8Array,
  parts: JsonParts,
): EditedPart | undefined {
  const shorter = Math.min(before.length, after.length);
  const prefix = commonPrefix(before, after, shorter);
  const suffix = commonSuffix(before, after, shorter - prefix);
  const part = parts.find(({ end }) => end >= before.length - suffix);
  if (part === undefined || part.start > prefix) {
    return undefined;
  }
  const moved = after.length - before.length;
  const slice = after.subarray(part.start, part.end + moved);
  if (!isUtf8(slice)) {
    return undefined;
  }
  const accept = (): void => {
    for (const each of parts.slice(parts.indexOf(part))) {
      each.start += each === part ? 0 : moved;
      each.end += moved;
    }
  };
  return { keys: part.keys, text: Buffer.from(slice).toString("utf8"), accept };
}

/** Comparing blocks is many times faster than comparing bytes. */
const block = 65_536;

function commonPrefix(left: Uint8Array, right: Uint8Array, limit: number): number {
  let length = 0;
  while (length + block <= limit && isSame(left, right, length, length, block)) {
    length += block;
  }
  while (length < limit && left[length] === right[length]) {
    length += 1;
  }
  return length;
}

function commonSuffix(left: Uint8Array, right: Uint8Array, limit: number): number {
  let length = 0;
  while (
    length + block <= limit &&
    isSame(left, right, left.length - length - block, right.length - length - block, block)
  ) {
    length += block;
  }
  while (length < limit && left[left.length - 1 - length] === right[right.length - 1 - length]) {
    length += 1;
  }
  return length;
}

function isSame(
  left: Uint8Array,
  right: Uint8Array,
  leftStart: number,
  rightStart: number,
  length: number,
): boolean {
  return (
    Buffer.compare(
      left.subarray(leftStart, leftStart + length),
      right.subarray(rightStart, rightStart + length),
    ) === 0
  );
}

/** Goes through an object; gives the offset behind it, or undefined when it has a key twice. */
function scanObject(
  bytes: Uint8Array,
  start: number,
  keys: readonly string[],
  parts: JsonPart[],
): number | undefined {
  const seen = new Set<string>();
  let offset = skipSpace(bytes, start + 1);
  while (bytes[offset] !== closingBrace) {
    const keyEnd = skipString(bytes, offset);
    const key = String(JSON.parse(Buffer.from(bytes.subarray(offset, keyEnd)).toString("utf8")));
    if (seen.has(key)) {
      return undefined;
    }
    seen.add(key);
    const value = skipSpace(bytes, skipSpace(bytes, keyEnd) + 1);
    const end = scanMember(bytes, value, [...keys, key], parts);
    if (end === undefined) {
      return undefined;
    }
    offset = skipSpace(bytes, end);
    offset = bytes[offset] === comma ? skipSpace(bytes, offset + 1) : offset;
  }
  return offset + 1;
}

function scanMember(
  bytes: Uint8Array,
  start: number,
  keys: readonly string[],
  parts: JsonPart[],
): number | undefined {
  if (keys.length < depth && bytes[start] === brace) {
    return scanObject(bytes, start, keys, parts);
  }
  const end = skipValue(bytes, start);
  parts.push({ keys, start, end });
  return end;
}

/** The offset behind a value; of numbers and words, behind the last character that can stand in one. */
function skipValue(bytes: Uint8Array, start: number): number {
  let level = 0;
  let offset = start;
  do {
    const byte = bytes[offset];
    if (byte === quote) {
      offset = skipString(bytes, offset);
    } else if (byte === brace || byte === bracket) {
      level += 1;
      offset += 1;
    } else if (byte === closingBrace || byte === closingBracket) {
      level -= 1;
      offset += 1;
    } else if (level > 0) {
      offset += 1;
    } else {
      return skipWord(bytes, offset);
    }
  } while (level > 0 && offset < bytes.length);
  return offset;
}

function skipWord(bytes: Uint8Array, start: number): number {
  let offset = start;
  while (offset < bytes.length && !isEnd(bytes[offset])) {
    offset += 1;
  }
  return offset;
}

function isEnd(byte: number | undefined): boolean {
  return byte === comma || byte === closingBrace || byte === closingBracket || isSpace(byte);
}

function skipString(bytes: Uint8Array, start: number): number {
  let offset = start + 1;
  while (offset < bytes.length && bytes[offset] !== quote) {
    offset += bytes[offset] === backslash ? 2 : 1;
  }
  return offset + 1;
}

function skipSpace(bytes: Uint8Array, start: number): number {
  let offset = start;
  while (isSpace(bytes[offset])) {
    offset += 1;
  }
  return offset;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

const quote = 0x22;
const comma = 0x2c;
const bracket = 0x5b;
const backslash = 0x5c;
const closingBracket = 0x5d;
const brace = 0x7b;
const closingBrace = 0x7d;
