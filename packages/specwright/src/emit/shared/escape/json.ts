import { unseen } from "../../../text/unseen.ts";
import { writeUnicodeEscapes } from "./unicode-escapes.ts";

/**
 * A value as the text of a JSON file for people: indented by two spaces, with a line break at the end. Invisible
 * characters are written as escapes. JSON.stringify already escapes lone surrogates.
 *
 * @example
 * ```ts
 * import { escapeJson } from "specwright/target";
 *
 * escapeJson({ a: "b" }); // => "{\n  \"a\": \"b\"\n}\n"
 * ```
 */
export function escapeJson(value: unknown): string {
  const text = JSON.stringify(value, undefined, 2);
  return `${text.replace(hidden, writeUnicodeEscapes)}\n`;
}

/**
 * Control characters that JSON allows, line separators, invisible characters, and texts that tools read as the address
 * of a source map.
 */
const hidden = new RegExp(
  `[\\x7f-\\x9f\\u200c\\u200d\\u2028\\u2029]|${unseen}|(?<=/[/*])[#@]`,
  "gu",
);
