/** A description of at most so many characters, without the white space around it. It is cut at a word if it can be. */
export function cutDescription(text: string, longest: number): string {
  const whole = text
    .replace(/\r\n?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  if (whole.length <= longest) {
    return whole;
  }
  // Half of a surrogate pair is not a character.
  const start = whole.slice(0, Math.max(0, longest - 2)).replace(/[\ud800-\udbff]$/, "");
  const words = start.replace(/\s+\S{0,40}$/, "");
  return `${words} …`;
}
