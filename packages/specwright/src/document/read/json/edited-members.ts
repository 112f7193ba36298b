import { isUtf8 } from "node:buffer";
import { countCommonPrefix, countCommonSuffix } from "./common-ends.ts";
import {
  backslash,
  brace,
  bracket,
  closingBrace,
  closingBracket,
  comma,
  quote,
  skipSpace,
  skipString,
  skipValue,
} from "./json-bytes.ts";

/** The members of one object that an edit of a JSON text touched. All members before and after them are unchanged. */
export interface EditedMembers {
  /** The names that lead to the object. */
  readonly keys: readonly string[];
  /** The names of the unchanged members before the edited ones. */
  readonly before: readonly string[];
  /** The names of the edited members before the edit. */
  readonly replaced: readonly string[];
  /**
   * The edited members as the text of an object. When other members are before or after them, a dummy member is added
   * there, so that this text is JSON exactly when the whole text is JSON.
   */
  readonly text: string;
  /** The names of the dummy members. */
  readonly dummies: readonly string[];
}

/**
 * Finds the members that an edit touched, in the innermost object around it that is not in a list. Everything around
 * them is unchanged, so the whole text is JSON when the edited members are. Undefined when the edit touched more than the
 * content of the root object.
 *
 * @param before The text in UTF-8, which JSON.parse has accepted.
 */
export function findEditedMembers(
  before: Uint8Array,
  after: Uint8Array,
): EditedMembers | undefined {
  const shorter = Math.min(before.length, after.length);
  const from = countCommonPrefix(before, after, shorter);
  const to = before.length - countCommonSuffix(before, after, shorter - from);
  const way = findObjectsAround(before, from, to);
  const object = way.at(-1);
  if (object === undefined) {
    return undefined;
  }
  const { unchanged, edited, end } = listMembers(before, object, from, to);
  const start = unchanged.at(-1)?.end ?? object + 1;
  const slice = after.subarray(start, end + after.length - before.length);
  if (!isUtf8(slice)) {
    return undefined;
  }
  const isLast = before[end] === closingBrace;
  const opening = unchanged.length === 0 ? "{" : '{"<before>":0';
  const closing = isLast ? "}" : '"<after>":0}';
  return {
    keys: way.slice(1).map((inner) => readKeyBefore(before, inner)),
    before: unchanged.map(({ key }) => readKey(before, key)),
    replaced: edited.map(({ key }) => readKey(before, key)),
    text: opening + Buffer.from(slice).toString("utf8") + closing,
    dummies: [...(unchanged.length === 0 ? [] : ["<before>"]), ...(isLast ? [] : ["<after>"])],
  };
}

/**
 * The offsets of the objects that contain a range, from the root to the innermost that is not in a list. Empty when the
 * root does not contain it.
 */
function findObjectsAround(bytes: Uint8Array, from: number, to: number): readonly number[] {
  const open: number[] = [];
  let around = 0;
  let offset = skipSpace(bytes, 0);
  // An offset inside of the range may be in a string or after a bracket that closes.
  for (let isInside = false; offset < to || !isInside; ) {
    if (!isInside && offset >= from) {
      isInside = true;
      around = open.length;
      continue;
    }
    const byte = bytes[offset];
    if (byte === undefined) {
      return [];
    }
    if (byte === quote) {
      offset = skipString(bytes, offset);
      continue;
    }
    if (byte === brace || byte === bracket) {
      open.push(offset);
    } else if (byte === closingBrace || byte === closingBracket) {
      open.pop();
      around = Math.min(around, open.length);
    }
    offset += 1;
  }
  const list = open.findIndex((start) => bytes[start] === bracket);
  return open.slice(0, Math.min(around, list < 0 ? around : list));
}

/** A member of an object: the offset of its name, and that after its value. */
interface Member {
  readonly key: number;
  readonly end: number;
}

/** The members of an object that end before a range, and those that the range touches, with the offset that follows them. */
function listMembers(
  bytes: Uint8Array,
  object: number,
  from: number,
  to: number,
): { readonly unchanged: Member[]; readonly edited: Member[]; readonly end: number } {
  const unchanged: Member[] = [];
  const edited: Member[] = [];
  let key = skipSpace(bytes, object + 1);
  while (bytes[key] !== closingBrace && key < to) {
    const start = skipSpace(bytes, skipSpace(bytes, skipString(bytes, key)) + 1);
    const end = skipValue(bytes, start);
    (end < from ? unchanged : edited).push({ key, end });
    const next = skipSpace(bytes, end);
    key = bytes[next] === comma ? skipSpace(bytes, next + 1) : next;
  }
  return { unchanged, edited, end: key };
}

function readKey(bytes: Uint8Array, start: number): string {
  const text = Buffer.from(bytes.subarray(start, skipString(bytes, start))).toString("utf8");
  return String(JSON.parse(text));
}

/** The name of the member whose value begins at an offset. */
function readKeyBefore(bytes: Uint8Array, value: number): string {
  let start = bytes.lastIndexOf(quote, value);
  do {
    start = bytes.lastIndexOf(quote, start - 1);
  } while (isEscaped(bytes, start));
  return readKey(bytes, start);
}

function isEscaped(bytes: Uint8Array, offset: number): boolean {
  let start = offset;
  while (bytes[start - 1] === backslash) {
    start -= 1;
  }
  return (offset - start) % 2 === 1;
}
