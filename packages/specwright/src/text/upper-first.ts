/** The text with its first letter in upper case. */
export function toUpperFirst(text: string): string {
  const [first = ""] = text;
  return first.toUpperCase() + text.slice(first.length);
}
