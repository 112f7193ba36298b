/**
 * Joins the words of a string by case, as openapi-typescript names root types. A word ends before a capital letter, and
 * at any character that is neither a letter nor a digit: `HTTP-server_v2` becomes `HttpServerV2`.
 */
export function toPascalCase(text: string): string {
  return text
    .replaceAll(/(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, " ")
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== "")
    .map((word, index) => {
      const [first = "", ...rest] = word;
      // Digits of two words would run together.
      const start = index > 0 && /\d/.test(first) ? `_${first}` : first.toUpperCase();
      return start + rest.join("").toLowerCase();
    })
    .join("");
}
