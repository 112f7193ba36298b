import { countJsonBytes } from "./fit-answer.ts";

/** The longest beginning of a text whose JSON has at most this many bytes, and never half of a character. */
export function cutToBytes(text: string, most: number): string {
  // Each character has at least one byte, and the quotes have two.
  let [fits, tooLong] = [0, Math.min(text.length, Math.max(0, most)) + 1];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (countJsonBytes(text.slice(0, middle)) <= most) {
      fits = middle;
    } else {
      tooLong = middle;
    }
  }
  const isHalf = fits < text.length && /[\uD800-\uDBFF]$/.test(text.slice(0, fits));
  return text.slice(0, isHalf ? fits - 1 : fits);
}
