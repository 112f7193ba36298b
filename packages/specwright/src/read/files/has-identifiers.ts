/** Returns whether schemas in a text may have names. */
export function hasIdentifiers(text: string | Buffer): boolean {
  return identifiers.some((word) => text.includes(word));
}

/** What a text holds when schemas in it have names; the last two are the dollar sign escaped, in JSON and YAML. */
const identifiers = ["$id", "$anchor", "$dynamicAnchor", "$schema", "\\u0024", "\\x24"];
