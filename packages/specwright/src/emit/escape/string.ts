/**
 * A string literal in double quotes that evaluates to exactly this text, in JavaScript, in TypeScript's types and in a
 * script element. Lone surrogates and the line separators U+2028 and U+2029 are written as escapes.
 */
export function escapeString(text: string): string {
  if (plain.test(text)) {
    return `"${text}"`;
  }
  const literal = JSON.stringify(text);
  return unsafe.test(literal) ? literal.replace(unsafeAll, escapeUnsafe) : literal;
}

/** Most texts need no escape at all. */
const plain = /^[\w ./:{}*+-]*$/;

/**
 * What JSON.stringify leaves: line separators, invisible controls of text direction, which make code look like other
 * code (CVE-2021-42574), what ends a script element or starts an HTML comment, and what tools that search in the text of
 * a file take for the address of its source map.
 */
const unsafe =
  /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|<(?:\/script|!--)|(?<=\/[/*])[#@]/i;
const unsafeAll = new RegExp(unsafe, "gi");

function escapeUnsafe(match: string): string {
  if (match.startsWith("<")) {
    return `\\u003c${match.slice(1)}`;
  }
  return `\\u${match.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
