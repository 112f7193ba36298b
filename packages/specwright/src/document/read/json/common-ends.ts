/** In bytes. Comparing blocks is many times faster than comparing single bytes. */
const block = 65_536;

/** The number of equal bytes at the beginning, at most `limit`. */
export function countCommonPrefix(left: Uint8Array, right: Uint8Array, limit: number): number {
  let length = 0;
  while (length + block <= limit && isSame(left, right, length, length, block)) {
    length += block;
  }
  while (length < limit && left[length] === right[length]) {
    length += 1;
  }
  return length;
}

/** The number of equal bytes at the end, at most `limit`. */
export function countCommonSuffix(left: Uint8Array, right: Uint8Array, limit: number): number {
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
