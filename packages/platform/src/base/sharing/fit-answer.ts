import { isCertainlyShort } from "./json-length.ts";

/** The largest list or search answer in bytes of JSON: 4 MB with everything around its items. */
export const largestAnswer = 4_000_000;

/** The largest results of tools in one answer, in bytes of JSON. They leave room for the rest of the answer. */
export const largestResults = 3_600_000;

/** Bytes for everything beside the items: counts, a cursor, names. */
const aroundItems = 16_000;

/**
 * The first items that fit into one answer, at least one. Every list and every search goes through this function, so that
 * no answer is larger than 4 MB, however large its rows are. Few lists are long enough to be measured.
 *
 * @param room bytes; by default those of a whole answer
 */
export function takeFitting<Item>(
  items: readonly Item[],
  room: number = largestAnswer - aroundItems,
): Item[] {
  if (isCertainlyShort(items, room)) {
    return [...items];
  }
  let left = room;
  const end = items.findIndex((item, index) => {
    left -= countJsonBytes(item) + 1;
    return index > 0 && left < 0;
  });
  return items.slice(0, end === -1 ? items.length : end);
}

/** Bytes of the JSON of a value that has JSON. */
export function countJsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
