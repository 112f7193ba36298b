import { escapeString } from "./string.ts";

/**
 * The key of a property in an object literal, an object type or an interface, for any name. It is unquoted where the
 * language allows that, otherwise a string literal. Canonical numbers stay unquoted, because `keyof` distinguishes
 * `200` and `"200"`. `__proto__` is written as a computed key, because both other forms would set the prototype of an
 * object literal.
 *
 * @example
 * ```ts
 * import { escapePropertyKey } from "specwright/target";
 *
 * escapePropertyKey("first name"); // => "\"first name\""
 * ```
 */
export function escapePropertyKey(name: string): string {
  if (name === "__proto__") {
    return '["__proto__"]';
  }
  return bareName.test(name) || isCanonicalNumber(name) ? name : escapeString(name);
}

const bareName = /^[A-Za-z_$][\w$]*$/;

/** Returns whether a number literal with this text is the same key. True for `200` and `1.5`, false for `007` and `1e3`. */
function isCanonicalNumber(name: string): boolean {
  return /^\d/.test(name) && String(Number(name)) === name;
}
