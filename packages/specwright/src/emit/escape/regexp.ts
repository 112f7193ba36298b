import { readPattern } from "../../pattern/read-pattern.ts";

/**
 * A regular expression literal that matches what the pattern matches, or undefined when nobody can say for certain what that
 * is: see `readPattern`. JSON Schema (2020-12 Validation, section 6.3.3) wants Unicode semantics, so the literal has the flag
 * `u`.
 */
export function escapeRegExp(pattern: string): string | undefined {
  const reading = readPattern(pattern);
  if (reading.source === undefined) {
    return undefined;
  }
  // `source` escapes slashes and line breaks (ECMA-262, section 22.2.6.13.1), but not what cannot be seen.
  const { source, flags } = new RegExp(reading.source, reading.flags);
  return `/${source.replace(escapeOrHidden, visible)}/${flags}`;
}

/**
 * An escape, or a character that a file in UTF-8 cannot hold or that makes code look like other code: half of a pair,
 * controls, controls of text direction, and where tools would find the address of a source map or an HTML comment.
 */
const escapeOrHidden = /\\?[\p{Cs}\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}]|\\.|(?<=\/\*)[#@]|<(?=!--)/gsu;

const hidden = /[\p{Cs}\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}]/u;

/** The braces keep the code apart from an escape that follows, which would complete a pair. */
function visible(match: string): string {
  if (match.startsWith("\\") && !hidden.test(match)) {
    return match;
  }
  const character = match.replace(/^\\/, "");
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}
