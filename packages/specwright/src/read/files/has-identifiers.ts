/** Returns whether schemas in a text may have names. */
export function hasIdentifiers(text: string | Buffer): boolean {
  return identifiers.some((word) => text.includes(word));
}

/** Texts that appear when schemas have names; the last two are the escaped dollar sign, in JSON and YAML. */
const identifiers = ["$id", "$anchor", "$dynamicAnchor", "$schema", "\\u0024", "\\x24"];
