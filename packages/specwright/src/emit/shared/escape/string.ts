import { unseen } from "../../../text/unseen.ts";
import { writeUnicodeEscapes } from "./unicode-escapes.ts";

/**
 * A string literal in double quotes with exactly this value, in JavaScript, in TypeScript's types and in a script
 * element. Lone surrogates and the line separators U+2028 and U+2029 are written as escapes.
 *
 * @example
 * ```ts
 * import { escapeString } from "specwright/target";
 *
 * escapeString('say "hi"'); // => "\"say \\\"hi\\\"\""
 * ```
 */
export function escapeString(text: string): string {
  if (plain.test(text)) {
    return `"${text}"`;
  }
  const literal = JSON.stringify(text);
  return unsafe.test(literal) ? literal.replace(unsafeAll, escapeUnsafe) : literal;
}

/** Most texts do not need an escape. */
const plain = /^[\w ./:{}*+-]*$/;

/**
 * Texts that JSON.stringify does not escape, but that need an escape: line separators, invisible characters, the end of
 * a script element, the start of an HTML comment, and texts that tools read as the address of a source map.
 */
const unsafe = new RegExp(
  `[\\x7f-\\x9f\\u200c\\u200d\\u2028\\u2029]|${unseen}|<(?:/script|!--)|(?<=/[/*])[#@]`,
  "iu",
);
const unsafeAll = new RegExp(unsafe, "giu");

function escapeUnsafe(match: string): string {
  if (match.startsWith("<")) {
    return `\\u003c${match.slice(1)}`;
  }
  return writeUnicodeEscapes(match);
}
