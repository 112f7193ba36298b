import { escapeString } from "./string.ts";

/**
 * The key of a property in an object literal, an object type or an interface, for any name: bare where the language
 * allows it, else a string literal. Canonical numbers stay bare, because `keyof` distinguishes `200` and `"200"`.
 * `__proto__` is computed, because in an object literal both other spellings would set the prototype.
 */
export function escapePropertyKey(name: string): string {
  if (name === "__proto__") {
    return '["__proto__"]';
  }
  return bareName.test(name) || isCanonicalNumber(name) ? name : escapeString(name);
}

const bareName = /^[A-Za-z_$][\w$]*$/;

/** Returns whether the number literal of the same text is the same key, such as `200` and `1.5`, but not `007` or `1e3`. */
function isCanonicalNumber(name: string): boolean {
  return /^\d/.test(name) && String(Number(name)) === name;
}
