/** The pattern of an expected output. `…` matches any string. */
export function toPattern(expected: string): RegExp {
  const parts = expected
    .trim()
    .split("…")
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^\\s*${parts.join("[^]*?")}\\s*$`);
}
