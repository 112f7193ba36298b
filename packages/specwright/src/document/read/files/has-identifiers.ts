/** Returns whether schemas in a string may have identifiers. */
export function hasIdentifiers(text: string | Buffer): boolean {
  return identifiers.some((word) => text.includes(word));
}

/** Texts that appear when schemas have identifiers. The last two are the escaped dollar sign in JSON and in YAML. */
const identifiers = ["$id", "$anchor", "$dynamicAnchor", "$schema", "\\u0024", "\\x24"];
