/** A place in a string. Lines and columns are counted from 1; columns count UTF-16 units, as editors do. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/**
 * Returns a function from offsets to positions. The starts of lines are found as far as they are needed, each once; a
 * call is a binary search among them.
 */
export function createLines(text: string): (offset: number) => Position {
  const starts = [0];
  let end = text.indexOf("\n");
  return (offset) => {
    for (; end >= 0 && end < offset; end = text.indexOf("\n", end + 1)) {
      starts.push(end + 1);
    }
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}
