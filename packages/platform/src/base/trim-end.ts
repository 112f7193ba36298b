/**
 * Removes a character's repetitions at the end of a string: `trimEnd("https://a.example//", "/")` is `https://a.example`.
 * The time is proportional to the length of the text. The regular expression for the same, `/\/+$/`, takes quadratic
 * time when a string has a hundred thousand slashes in its middle, because it starts again at each of them.
 *
 * @param character one UTF-16 code unit
 */
export function trimEnd(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) {
    end -= 1;
  }
  return text.slice(0, end);
}
