import { cutToBytes } from "../../base/sharing/cut-to-bytes.ts";
import { countJsonBytes } from "../../base/sharing/fit-answer.ts";

/** A part of a value that has parts: the items of a list, the members of an object, or the characters of a text. */
export interface TakenRange {
  readonly value: unknown;
  readonly total: number;
  readonly read: number;
  /** The place at which the next part begins; null at the end. */
  readonly next: number | null;
}

/**
 * Takes the parts of a value from the given one on, as many as were asked for and fit into `room` bytes of JSON. Undefined for a
 * value without parts, such as a number.
 */
export function takeRange(
  value: unknown,
  {
    from,
    count = Number.POSITIVE_INFINITY,
  }: { readonly from: number; readonly count?: number | undefined },
  room: number,
): TakenRange | undefined {
  if (typeof value === "string") {
    const text = cutToBytes(value.slice(from, from + count), room);
    return about(text, value.length, text.length, from);
  }
  if (Array.isArray(value)) {
    const items = takeWithin(value, from, count, room);
    return about(items, value.length, items.length, from);
  }
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value);
    const taken = takeWithin(entries, from, count, room);
    // Applications may have a member with the name `__proto__`, which an assignment would lose.
    return about(Object.fromEntries(taken), entries.length, taken.length, from);
  }
  return undefined;
}

function about(value: unknown, total: number, read: number, from: number): TakenRange {
  const end = from + read;
  return { value, total, read, next: end < total ? end : null };
}

function takeWithin<Part>(
  parts: readonly Part[],
  from: number,
  count: number,
  room: number,
): readonly Part[] {
  const taken: Part[] = [];
  let left = room;
  for (const part of parts.slice(from, from + count)) {
    left -= countJsonBytes(part) + 1;
    if (left < 0) {
      break;
    }
    taken.push(part);
  }
  return taken;
}
