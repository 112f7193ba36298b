/** A number of things as people write it: `1 file`, `2 files`. */
export function count(number: number, singular: string): string {
  return `${number} ${singular}${number === 1 ? "" : "s"}`;
}
