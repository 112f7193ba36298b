import { isContainer, maximumNesting } from "./nesting.ts";

/**
 * Returns whether two JSON values are equal (JSON Schema 2020-12 Core, section 4.2.2). The order of members does not
 * matter.
 *
 * @example
 * ```ts
 * import { isEqual } from "@specwright/runtime/v1/values";
 *
 * isEqual({ a: 1, b: [2] }, { b: [2], a: 1 }); // => true
 * ```
 */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) {
    return true;
  }
  if (!isContainer(a) || !isContainer(b) || Array.isArray(a) !== Array.isArray(b)) {
    return false;
  }
  const left = writeCanonical(a);
  return left !== undefined && left === writeCanonical(b);
}

/**
 * Returns whether all items differ, in one pass. Scalars are compared directly, arrays and objects by their canonical
 * text. Items that are nested too deeply to compare count as equal.
 *
 * @example
 * ```ts
 * import { isUnique } from "@specwright/runtime/v1/values";
 *
 * isUnique([1, "1", { a: 1 }]); // => true
 * isUnique([{ a: 1 }, { a: 1 }]); // => false
 * ```
 */
export function isUnique(items: readonly unknown[]): boolean {
  const seen = new Set<unknown>();
  const seenTexts = new Set<string>();
  for (const item of items) {
    if (!isContainer(item)) {
      if (seen.has(item)) {
        return false;
      }
      seen.add(item);
      continue;
    }
    const text = writeCanonical(item);
    if (text === undefined || seenTexts.has(text)) {
      return false;
    }
    seenTexts.add(text);
  }
  return true;
}

/**
 * Canonical JSON, with members in order of code units. Two values have the same text only if they are equal. Undefined
 * when the value is nested too deeply.
 */
function writeCanonical(value: unknown, levels: number = maximumNesting): string | undefined {
  if (!isContainer(value)) {
    // JSON.stringify writes Infinity as `null`; String does not.
    return typeof value === "string" ? JSON.stringify(value) : String(value);
  }
  if (levels === 0) {
    return undefined;
  }
  if (Array.isArray(value)) {
    const items = value.map((item) => writeCanonical(item, levels - 1));
    return items.includes(undefined) ? undefined : `[${items.join()}]`;
  }
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => [JSON.stringify(key), writeCanonical(member, levels - 1)] as const);
  return members.some(([, text]) => text === undefined)
    ? undefined
    : `{${members.map(([key, text]) => `${key}:${text}`).join()}}`;
}
