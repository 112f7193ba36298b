/**
 * Finds the known name that was probably meant. Case, `_` and `-` are ignored, and up to two letters may be wrong, or
 * one in names of fewer than six letters. Undefined when no known name is similar.
 */
export function findNearestName(name: string, known: readonly string[]): string | undefined {
  // A member's name may be megabytes long.
  if (name.length > longest) {
    return undefined;
  }
  const plain = simplifyName(name);
  const most = plain.length < 6 ? 1 : 2;
  let nearest: string | undefined;
  let least = most + 1;
  for (const candidate of known) {
    const distance = measureDistance(plain, simplifyName(candidate), most);
    if (distance < least) {
      nearest = candidate;
      least = distance;
    }
  }
  return nearest;
}

const longest = 100;

function simplifyName(name: string): string {
  return name.replace(/[_-]/g, "").toLowerCase();
}

/**
 * The number of letters to add, remove, replace or swap with their neighbour. When the lengths differ by more than
 * `most`, it is not computed, and the result is `most + 1`.
 */
function measureDistance(left: string, right: string, most: number): number {
  if (Math.abs(left.length - right.length) > most) {
    return most + 1;
  }
  const rows = [Array.from({ length: right.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= left.length; row++) {
    const cells = [row];
    for (let column = 1; column <= right.length; column++) {
      const isSame = left[row - 1] === right[column - 1];
      const isSwapped =
        row > 1 &&
        column > 1 &&
        left[row - 1] === right[column - 2] &&
        left[row - 2] === right[column - 1];
      cells[column] = Math.min(
        readCell(rows, row - 1, column) + 1,
        readCell([cells], 0, column - 1) + 1,
        readCell(rows, row - 1, column - 1) + (isSame ? 0 : 1),
        isSwapped ? readCell(rows, row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    rows.push(cells);
  }
  return readCell(rows, left.length, right.length);
}

function readCell(rows: readonly (readonly number[])[], row: number, column: number): number {
  return rows[row]?.[column] ?? 0;
}
