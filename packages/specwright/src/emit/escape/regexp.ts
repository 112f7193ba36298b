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
  // `source` escapes slashes and line breaks (ECMA-262, section 22.2.6.13.1), but not lone surrogates.
  const { source, flags } = expression;
  return `/${source.replace(loneSurrogate, (surrogate) => escapeSurrogate(surrogate, flags))}/${flags}`;
}

/** A surrogate that is half of no pair; files in UTF-8 cannot hold it. */
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** With `u` the braces keep it apart from an escape that follows, which would complete a pair. */
function escapeSurrogate(surrogate: string, flags: string): string {
  const code = surrogate.charCodeAt(0).toString(16);
  return flags === "u" ? `\\u{${code}}` : `\\u${code}`;
}

function compile(pattern: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(pattern, flags);
  } catch {
    // A SyntaxError is the answer here: the pattern is not valid with these flags.
    return undefined;
  }
}
