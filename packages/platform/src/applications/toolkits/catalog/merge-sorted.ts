import type { Slices } from "../../../base/sharing/take-turns.ts";

/** Items between two looks at the clock: a few tenths of a millisecond of work. */
const itemsALook = 256;

/** Merges sorted lists into one sorted list, two at a time. */
export async function mergeSorted<Item>(
  lists: readonly (readonly Item[])[],
  isBefore: (a: Item, b: Item) => boolean,
  slices: Slices,
): Promise<readonly Item[]> {
  let rest = lists;
  while (rest.length > 1) {
    const joined: (readonly Item[])[] = [];
    for (let index = 0; index < rest.length; index += 2) {
      joined.push(await mergeTwo(rest[index] ?? [], rest[index + 1] ?? [], { isBefore, slices }));
    }
    rest = joined;
  }
  return rest[0] ?? [];
}

async function mergeTwo<Item>(
  first: readonly Item[],
  second: readonly Item[],
  {
    isBefore,
    slices,
  }: { readonly isBefore: (a: Item, b: Item) => boolean; readonly slices: Slices },
): Promise<readonly Item[]> {
  const merged: Item[] = [];
  let place = 0;
  for (const item of first) {
    for (let other = second[place]; other !== undefined; other = second[place]) {
      if (!isBefore(other, item)) {
        break;
      }
      merged.push(other);
      place += 1;
    }
    merged.push(item);
    if (merged.length % itemsALook === 0 && slices.isOver()) {
      await slices.next();
    }
  }
  return merged.concat(second.slice(place));
}
