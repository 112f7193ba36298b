/**
 * Invisible characters that change a string or make it look like another one: Unicode's default-ignorable characters
 * (controls of text direction, fillers that identifiers may contain, tags that spell hidden words) and marks of
 * annotations. This is the source of a regular expression with the flag `u`. It excludes the joiners, which words of
 * some languages need, and the variation selectors of emoji.
 *
 * Source: Unicode Standard Annex 44 (Default_Ignorable_Code_Point), CVE-2021-42574, CVE-2021-42694.
 */
export const unseen =
  "(?![\\u200c\\u200d\\ufe0e\\ufe0f])[\\p{Default_Ignorable_Code_Point}\\ufff9-\\ufffb]";
