import { readPattern } from "@specwright/patterns";

/**
 * A regular expression literal that matches the same texts as the pattern. Undefined when these texts are not certain:
 * see `readPattern`. JSON Schema (2020-12 Validation, section 6.3.3) requires Unicode semantics, so the literal has the
 * flag `u`.
 *
 * @example
 * ```ts
 * import { escapeRegExp } from "specwright/target";
 *
 * escapeRegExp("^a/b$"); // => "/^a\\/b$/u"
 * ```
 */
export function escapeRegExp(pattern: string): string | undefined {
  const reading = readPattern(pattern);
  if (reading.source === undefined) {
    return undefined;
  }
  // `source` escapes slashes and line breaks (ECMA-262, section 22.2.6.13.1), but not invisible characters.
  const { source, flags } = new RegExp(reading.source, reading.flags);
  return `/${source.replace(escapeOrHidden, makeVisible)}/${flags}`;
}

/**
 * Matches escapes, characters that a UTF-8 file cannot contain (lone surrogates), and characters that make code look
 * like other code (controls, including those of text direction). It also matches the beginning of a source map address
 * and of an HTML comment.
 */
const escapeOrHidden = /\\?[\p{Cs}\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}]|\\.|(?<=\/\*)[#@]|<(?=!--)/gsu;

const hidden = /[\p{Cs}\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}]/u;

/** The braces separate this escape from a following one. Otherwise the two could form a surrogate pair. */
function makeVisible(match: string): string {
  if (match.startsWith("\\") && !hidden.test(match)) {
    return match;
  }
  const character = match.replace(/^\\/, "");
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}
