/**
 * A value as the text of a JSON file that people read: two spaces a level, a line break at the end. Characters that act
 * without being seen are written as escapes; halves of characters are by JSON.stringify itself.
 */
export function escapeJson(value: unknown): string {
  const text = JSON.stringify(value, undefined, 2);
  return `${text.replace(hidden, (match) => `\\u${match.charCodeAt(0).toString(16).padStart(4, "0")}`)}\n`;
}

/** Control characters that JSON allows, line separators and controls of text direction (CVE-2021-42574). */
const hidden = /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
