import type { JsonType } from "../model.ts";

/**
 * The types that two lists of types have in common, in the order of the lists; undefined stands for any type. An
 * integer is a number, so `number` and `integer` have `integer` in common.
 *
 * @example
 * ```ts
 * import { commonTypes } from "specwright";
 *
 * [...(commonTypes(["number", "string"], ["integer", "null"]) ?? [])]; // => ["integer"]
 * ```
 */
export function commonTypes(
  left: Iterable<JsonType> | undefined,
  right: Iterable<JsonType> | undefined,
): ReadonlySet<JsonType> | undefined {
  const a = left && new Set(left);
  const b = right && new Set(right);
  if (a === undefined || b === undefined) {
    return a ?? b;
  }
  return new Set([
    ...[...a].filter((type) => includesType(b, type)),
    ...[...b].filter((type) => includesType(a, type)),
  ]);
}

function includesType(types: ReadonlySet<JsonType>, type: JsonType): boolean {
  return types.has(type) || (type === "integer" && types.has("number"));
}
