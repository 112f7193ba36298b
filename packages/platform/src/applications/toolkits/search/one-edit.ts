/**
 * True when two different words differ by one typing mistake: a letter too many, a missing one, a wrong one, or two
 * neighbours that changed places (Damerau–Levenshtein distance 1).
 */
export function isOneEdit(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1 || short === long) {
    return false;
  }
  let start = 0;
  while (start < short.length && short[start] === long[start]) {
    start += 1;
  }
  const rest = (text: string, count: number): string => text.slice(start + count);
  if (short.length < long.length) {
    return rest(short, 0) === rest(long, 1);
  }
  const isSwapped = short[start] === long[start + 1] && short[start + 1] === long[start];
  return rest(short, 1) === rest(long, 1) || (isSwapped && rest(short, 2) === rest(long, 2));
}
