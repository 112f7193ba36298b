/**
 * A text without a character's repetitions at its end: `trimEnd("https://a.example//", "/")` is `https://a.example`.
 * It takes time in proportion to the text. The regular expression for the same, `/\/+$/`, takes time in proportion to
 * the square: it begins anew at each slash of a text that has a hundred thousand of them in its middle.
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
