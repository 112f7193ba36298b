/** A value in a JSON text, between two byte offsets. Its members are listed down to the depth at which edits are tracked. */
export interface JsonPart {
  /** The member's name; empty for the root. */
  readonly key: string;
  /** The offset at which the name begins. */
  keyStart: number;
  start: number;
  end: number;
  /**
   * The members of an object, in the order of the text. Undefined for all other values, and for objects that are nested
   * deeper.
   */
  readonly members: JsonPart[] | undefined;
}

/** The depth at which edits are tracked. Operations are members of `paths.<path>`, and schemas of `components.schemas`. */
const depth = 3;

/**
 * Finds the parts of a JSON text, so that only the touched members have to be parsed after an edit.
 *
 * @param bytes The text in UTF-8, which JSON.parse has accepted.
 * @param level The depth of this text's root in a larger text.
 * @returns Undefined when the text is not an object, begins with a byte order mark, or has a key twice.
 */
export function findParts(bytes: Uint8Array, level = 0): JsonPart | undefined {
  const start = skipSpace(bytes, 0);
  return bytes[start] === brace
    ? scanObject(bytes, { key: "", keyStart: start, start }, level)
    : undefined;
}

/** The beginning of a value, before its end and its members are known. */
type Beginning = Pick<JsonPart, "key" | "keyStart" | "start">;

/** Scans an object. Undefined when it has a key twice. */
function scanObject(bytes: Uint8Array, from: Beginning, level: number): JsonPart | undefined {
  const members: JsonPart[] = [];
  const seen = new Set<string>();
  let offset = skipSpace(bytes, from.start + 1);
  while (bytes[offset] !== closingBrace) {
    const keyEnd = skipString(bytes, offset);
    const key = String(JSON.parse(Buffer.from(bytes.subarray(offset, keyEnd)).toString("utf8")));
    if (seen.has(key)) {
      return undefined;
    }
    seen.add(key);
    const start = skipSpace(bytes, skipSpace(bytes, keyEnd) + 1);
    const member = scanMember(bytes, { key, keyStart: offset, start }, level + 1);
    if (member === undefined) {
      return undefined;
    }
    members.push(member);
    offset = skipSpace(bytes, member.end);
    offset = bytes[offset] === comma ? skipSpace(bytes, offset + 1) : offset;
  }
  return { ...from, end: offset + 1, members };
}

function scanMember(bytes: Uint8Array, from: Beginning, level: number): JsonPart | undefined {
  return level < depth && bytes[from.start] === brace
    ? scanObject(bytes, from, level)
    : { ...from, end: skipValue(bytes, from.start), members: undefined };
}

/** The offset after a value. For numbers and words: after the last character that they can contain. */
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
