import { unicodeEscapes } from "./unicode-escapes.ts";

/**
 * A regular expression literal that matches what the pattern matches, or undefined when the pattern is not one of
 * ECMA-262. JSON Schema (2020-12 Validation, section 6.3.3) wants Unicode semantics, so the literal has the flag `u`;
 * a pattern that is only valid without it, such as `\_`, comes without.
 */
export function escapeRegExp(pattern: string): string | undefined {
  const expression = compile(pattern, "u") ?? compile(pattern, "");
  if (expression === undefined) {
    return undefined;
  }
  // `source` escapes slashes and line breaks (ECMA-262, section 22.2.6.13.1), but not what cannot be seen.
  const { source, flags } = expression;
  return `/${source.replace(escapeOrHidden, (match) => visible(match, flags))}/${flags}`;
}

/**
 * An escape, or a character that a file in UTF-8 cannot hold or that makes code look like other code: half of a pair,
 * controls, controls of text direction, and where tools would find the address of a source map or an HTML comment.
 */
const escapeOrHidden = /\\?[\p{Cs}\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}]|\\.|(?<=\/\*)[#@]|<(?=!--)/gsu;

const hidden = /[\p{Cs}\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}]/u;

/** With `u` the braces keep it apart from an escape that follows, which would complete a pair. */
function visible(match: string, flags: string): string {
  if (match.startsWith("\\") && !hidden.test(match)) {
    return match;
  }
  const character = match.replace(/^\\/, "");
  if (flags === "u") {
    return `\\u{${character.codePointAt(0)?.toString(16)}}`;
  }
  return unicodeEscapes(character);
}

function compile(pattern: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(pattern, flags);
  } catch {
    // A SyntaxError is the answer here: the pattern is not valid with these flags.
    return undefined;
  }
}
