import { escapeString } from "./string.ts";
import { writeUnicodeEscapes } from "./unicode-escapes.ts";

/**
 * Text for a template literal, without the backticks. It needs the escapes of a string, and also escapes of backticks
 * and `${`.
 *
 * @example
 * ```ts
 * import { escapeTemplate } from "specwright/target";
 *
 * escapeTemplate("`"); // => "\\u0060"
 * ```
 */
export function escapeTemplate(text: string): string {
  return escapeString(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replace(/[`$]/g, writeUnicodeEscapes);
}
