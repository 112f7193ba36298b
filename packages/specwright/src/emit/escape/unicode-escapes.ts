/** A text as escapes of JavaScript and JSON, one for each of its code units. */
export function unicodeEscapes(text: string): string {
  return text
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
