import { escapeString } from "./string.ts";

/** Text between backticks. The escapes of strings hold there too; backticks and `${` need one more. */
export function escapeTemplate(text: string): string {
  return escapeString(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replace(/[`$]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
