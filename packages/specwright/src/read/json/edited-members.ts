import { isUtf8 } from "node:buffer";
import { findParts, type JsonPart } from "./json-parts.ts";

/** The members of one object that an edit of a JSON text touched. All members before and after them are unchanged. */
export interface EditedMembers {
  /** The names that lead to the object. */
  readonly keys: readonly string[];
  /** The numbers of unchanged members before the edited ones, and after them. */
  readonly before: number;
  readonly after: number;
  /**
   * The edited members as the text of an object. When other members are before or after them, a dummy member is added
   * there, so that this text is JSON exactly when the whole text is JSON.
   */
  readonly text: string;
  /**
   * Updates the places of the parts and returns the names of all members of the object. Call it once the text has
   * turned out to be JSON. Returns undefined, and changes no places, when a name occurs twice.
   */
  readonly accept: () => readonly string[] | undefined;
}

/**
 * Finds the members that an edit touched. Everything around them is unchanged, so the whole text is JSON when the
 * edited members are. Undefined when the edit touched more than the content of the root object.
 */
export function findEditedMembers(
  before: Uint8Array,
  after: Uint8Array,
  root: JsonPart,
): EditedMembers | undefined {
  const shorter = Math.min(before.length, after.length);
  const from = countCommonPrefix(before, after, shorter);
  const to = before.length - countCommonSuffix(before, after, shorter - from);
  const way = findWayTo(root, from, to);
  const object = way.at(-1);
  if (object === undefined) {
    return undefined;
  }
  const moved = after.length - before.length;
  const { members } = object;
  const first = countWhile(members, ({ end }) => end < from);
  const rest = countWhile(members, ({ keyStart }) => keyStart < to);
  const start = members[first - 1]?.end ?? object.start + 1;
  const end = (members[rest]?.keyStart ?? object.end - 1) + moved;
  const slice = after.subarray(start, end);
  if (!isUtf8(slice)) {
    return undefined;
  }
  const opening = first === 0 ? "{" : '{"<before>":0';
  const closing = rest === members.length ? "}" : '"<after>":0}';
  const text = opening + Buffer.from(slice).toString("utf8") + closing;
  const accept = (): readonly string[] | undefined => {
    const found = findParts(Buffer.from(text), way.length - 1)?.members;
    const between = found?.slice(Number(first > 0), rest < members.length ? -1 : undefined);
    const others = new Set([...members.slice(0, first), ...members.slice(rest)].map(getMemberKey));
    if (between === undefined || between.some(({ key }) => others.has(key))) {
      return undefined;
    }
    move(between, start - opening.length);
    moveAfter(way, to, moved);
    members.splice(first, rest - first, ...between);
    return members.map(getMemberKey);
  };
  const keys = way.slice(1).map(getMemberKey);
  return { keys, before: first, after: members.length - rest, text, accept };
}

/** An object with known members. */
type JsonObjectPart = JsonPart & { readonly members: JsonPart[] };

/** The objects that contain a range, from the root to the innermost. Empty when the root does not contain it. */
function findWayTo(root: JsonPart, from: number, to: number): JsonObjectPart[] {
  const way: JsonObjectPart[] = [];
  let part: JsonPart | undefined = root;
  while (part !== undefined && isAround(part, from, to)) {
    way.push(part);
    part = part.members.find(({ end }) => end >= from);
  }
  return way;
}

/** Returns whether the range is between the braces. */
function isAround(part: JsonPart, from: number, to: number): part is JsonObjectPart {
  return part.members !== undefined && part.start < from && to < part.end;
}

function countWhile(members: readonly JsonPart[], holds: (member: JsonPart) => boolean): number {
  const index = members.findIndex((member) => !holds(member));
  return index < 0 ? members.length : index;
}

function getMemberKey({ key }: JsonPart): string {
  return key;
}

/** Moves all members after an offset, and the ends of the objects that contain it. */
function moveAfter(way: readonly JsonObjectPart[], offset: number, by: number): void {
  for (const part of way) {
    part.end += by;
    move(
      part.members.filter(({ keyStart }) => keyStart >= offset),
      by,
    );
  }
}

function move(parts: readonly JsonPart[], by: number): void {
  for (const part of parts) {
    part.keyStart += by;
    part.start += by;
    part.end += by;
    move(part.members ?? [], by);
  }
}

/** In bytes. Comparing blocks is many times faster than comparing single bytes. */
const block = 65_536;

function countCommonPrefix(left: Uint8Array, right: Uint8Array, limit: number): number {
  let length = 0;
  while (length + block <= limit && isSame(left, right, length, length, block)) {
    length += block;
  }
  while (length < limit && left[length] === right[length]) {
    length += 1;
  }
  return length;
}

function countCommonSuffix(left: Uint8Array, right: Uint8Array, limit: number): number {
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
