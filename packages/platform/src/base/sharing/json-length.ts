/**
 * True when the JSON of a value that was read from JSON certainly has at most this many bytes. It looks only at the value's
 * members, and is false for some values whose JSON is short enough.
 */
export function isCertainlyShort(value: unknown, bytes: number): boolean {
  return countLeft(value, bytes / mostBytesOfJson) >= 0;
}

/**
 * The bytes of JSON that `countLeft` may count as one. The worst is a member like `"\u0000":"",`: six bytes for its one
 * character, and six for the quotes, the colon and the comma.
 */
const mostBytesOfJson = 12;

/** Bytes that stand for an object, a list, a number, true, false or null, so that the number of them is limited too. */
const memberBytes = 64;

/** Takes the length of a value from a number of bytes. Stops when it is negative. */
export function countLeft(value: unknown, bytes: number): number {
  if (typeof value === "string") {
    return bytes - value.length;
  }
  let left = bytes - memberBytes;
  if (typeof value === "object" && value !== null) {
    for (const name in value) {
      if (left < 0) {
        break;
      }
      // A name of the value itself, because parsed objects inherit nothing that is enumerable.
      left = countLeft(value[name as keyof typeof value], left - name.length);
    }
  }
  return left;
}
