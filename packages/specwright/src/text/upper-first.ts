export function toUpperFirst(text: string): string {
  const [first = ""] = text;
  return first.toUpperCase() + text.slice(first.length);
}
