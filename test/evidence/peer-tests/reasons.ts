/** The reason why the types of an input differ from theirs, by the title of its test; undefined when it is unknown. */
export function findReason(title: string): string | undefined {
  return Object.entries(reasons).find(([end]) => title.endsWith(end))?.[1];
}

/** Why types are not the same, by the end of the title. The numbers are those of the page for migrants. */
const reasons: Readonly<Record<string, string>> = {
  "snapshot > DigitalOcean":
    "names of parts of other files: see the page for migrants, under Where the document comes from",
  "arbitrary $refs are respected": "a schema where OpenAPI has none: difference 17",
  "$defs are respected": "a schema where OpenAPI has none: difference 17",
  "$ref nested properties": "a schema where OpenAPI has none: difference 17",
  "does not mutate original reference":
    "the document is wrong: a response is a reference to a schema",
  "transformPathItemObject > $ref":
    "the document is wrong: an operation is a reference to a schema",
  "enumValues with deeply nested unions": "difference 8",
  "enumValues with nested union types": "difference 8",
  "enumValues with unions": "difference 8",
  "acting as oneOf":
    "the document is wrong: `enum` has values, and theirs takes objects with $ref for schemas",
};
