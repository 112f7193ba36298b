import { unseen } from "../../text/unseen.ts";
import { writeUnicodeEscapes } from "../shared/escape/unicode-escapes.ts";

/**
 * A value as an expression in a script. In JSON, `__proto__` is an ordinary name, and engines parse JSON faster than
 * an object literal.
 */
export function printScriptValue(value: unknown): string {
  const text = JSON.stringify(value)
    .replace(/[\\']/g, "\\$&")
    // Prevents the text from ending a script element, in case somebody inserts the script into a page.
    .replace(/<(?=[/!])/g, "\\x3c")
    .replace(hidden, writeUnicodeEscapes);
  return `JSON.parse('${text}')`;
}

/** Line separators, and invisible characters. */
const hidden = new RegExp(`[\\u2028\\u2029]|${unseen}`, "gu");
