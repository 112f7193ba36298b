/**
 * Names of keys that occurred earlier in the text. A large document writes `type` and `description` ten thousand times.
 * The table has a fixed size: the length and some characters of a name determine its index, and a new name replaces the
 * earlier one at the same index.
 */
export type KnownNames = (string | undefined)[];

const size = 4096;

/** A table without names. */
export function createKnownNames(): KnownNames {
  return Array.from({ length: size });
}

/** The name between two offsets of a string, if the table has it. */
export function findKnownName(
  names: KnownNames,
  text: string,
  start: number,
  end: number,
): string | undefined {
  const name = names[computeNamePlace(text, start, end)];
  const isSame = name?.length === end - start && text.startsWith(name, start);
  return isSame ? name : undefined;
}

/** Puts a name into the table. */
export function keepName(names: KnownNames, name: string): void {
  names[computeNamePlace(name, 0, name.length)] = name;
}

function computeNamePlace(text: string, start: number, end: number): number {
  const middle = (start + end) >> 1;
  const ends = text.charCodeAt(start) * 31 + text.charCodeAt(end - 1);
  return ((ends * 31 + text.charCodeAt(middle)) * 31 + end - start) & (size - 1);
}
