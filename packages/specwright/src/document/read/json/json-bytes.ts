/** The offset after a value. For numbers and words: after the last character that they can contain. */
export function skipValue(bytes: Uint8Array, start: number): number {
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

/** The offset after a string that begins at `start`. */
export function skipString(bytes: Uint8Array, start: number): number {
  let offset = start + 1;
  while (offset < bytes.length && bytes[offset] !== quote) {
    offset += bytes[offset] === backslash ? 2 : 1;
  }
  return offset + 1;
}

/** The offset of the next byte that is not white space. */
export function skipSpace(bytes: Uint8Array, start: number): number {
  let offset = start;
  while (isSpace(bytes[offset])) {
    offset += 1;
  }
  return offset;
}

/** Returns whether a byte or a code unit is white space (RFC 8259, section 2). */
export function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Bytes of JSON in UTF-8. */
export const quote = 0x22;
export const comma = 0x2c;
export const bracket = 0x5b;
export const backslash = 0x5c;
export const closingBracket = 0x5d;
export const brace = 0x7b;
export const closingBrace = 0x7d;
