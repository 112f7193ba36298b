/**
 * The beginning of a text: at most this many UTF-16 code units, and never half of a character. A text that was cut ends
 * with `…`.
 */
export function cutText(text: string, most: number): string {
  if (text.length <= most) {
    return text;
  }
  const end = most - 1;
  const isHalf = /[\uD800-\uDBFF]/.test(text[end - 1] ?? "");
  return `${text.slice(0, isHalf ? end - 1 : end)}…`;
}
