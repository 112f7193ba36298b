import { escapeString } from "./string.ts";
import { unicodeEscapes } from "./unicode-escapes.ts";

/** Text between backticks. The escapes of strings hold there too; backticks and `${` need one more. */
export function escapeTemplate(text: string): string {
  return escapeString(text).slice(1, -1).replaceAll('\\"', '"').replace(/[`$]/g, unicodeEscapes);
}
