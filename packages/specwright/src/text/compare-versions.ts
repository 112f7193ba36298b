/**
 * Compares two versions by precedence, the older first: `1.9.0`, `1.10.0-rc.1`, `1.10.0`. Follows Semantic Versioning
 * 2.0.0, section 11. Other texts, such as `2026-11-23` or `v2`, are compared in the same way: numbers as numbers, and
 * what comes before the first `-` before the rest.
 *
 * @returns Negative when `left` is older, positive when it is newer, 0 when neither has precedence.
 */
export function compareVersions(left: string, right: string): number {
  const [a, b] = [splitVersion(left), splitVersion(right)];
  return (
    compareParts(a.numbers, b.numbers) ||
    // A version without a pre-release comes after those with one.
    Number(a.before.length === 0) - Number(b.before.length === 0) ||
    compareParts(a.before, b.before)
  );
}

/** Returns whether a version is a pre-release: `1.0.0-rc.1`. A date such as `2026-11-23` is not. */
export function isPrerelease(version: string): boolean {
  return splitVersion(version).before.length > 0;
}

interface Parts {
  readonly numbers: readonly string[];
  readonly before: readonly string[];
}

function splitVersion(version: string): Parts {
  const [text = ""] = version.replace(/^v(?=\d)/, "").split("+");
  const [, numbers, before] = /^(\d+(?:\.\d+)*)-(.+)$/.exec(text) ?? [];
  return numbers === undefined || before === undefined || isDate(text)
    ? { numbers: text.split(/[.-]/), before: [] }
    : { numbers: numbers.split("."), before: before.split(".") };
}

function isDate(text: string): boolean {
  return /^\d{4}-\d{2}(?:-\d{2})?$/.test(text);
}

function compareParts(left: readonly string[], right: readonly string[]): number {
  for (const [index, part] of left.entries()) {
    const other = right[index];
    const order = other === undefined ? 1 : comparePart(part, other);
    if (order !== 0) {
      return order;
    }
  }
  return left.length - right.length;
}

/** Numbers come before words (section 11.4.3). */
function comparePart(left: string, right: string): number {
  const [isNumber, isOther] = [/^\d+$/.test(left), /^\d+$/.test(right)];
  if (isNumber && isOther) {
    const [a, b] = [BigInt(left), BigInt(right)];
    return Number(a > b) - Number(a < b);
  }
  return isNumber === isOther ? Number(left > right) - Number(left < right) : isNumber ? -1 : 1;
}
