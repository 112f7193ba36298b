/** Writes a string as JavaScript or JSON escapes, one for each code unit. */
export function writeUnicodeEscapes(text: string): string {
  return text
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
