import { listKeywords, singleKeywords } from "../read/references/schema-places.ts";
import type { Schema } from "./model.ts";

/**
 * Calls `visit` for each schema directly inside a schema, in the order of its keywords, with the keyword and, in lists
 * and maps, the index or the name. The target of a reference is not inside the schema.
 */
export function visitSubschemas(
  schema: Schema,
  visit: (subschema: Schema, keyword: string, key?: string) => void,
): void {
  // A schema has only a few of its many possible members, so it is several times faster to look only at the members
  // that it has.
  for (const keyword in schema) {
    visitSubschemasOfKeyword(schema, keyword, visit);
  }
}

/** Calls `visit` for each schema in one member of a schema. Does nothing for members that hold other values. */
export function visitSubschemasOfKeyword(
  schema: Schema,
  keyword: string,
  visit: (subschema: Schema, keyword: string, key?: string) => void,
): void {
  switch (shapes.get(keyword)) {
    case "schema":
      visit(schema[keyword as SingleKeyword] as Schema, keyword);
      break;
    case "list":
      visitList(schema[keyword as ListKeyword] ?? [], keyword, visit);
      break;
    case "map":
      visitMap(schema[keyword as MapKeyword], keyword, visit);
      break;
    default:
  }
}

function visitList(
  schemas: readonly Schema[],
  keyword: string,
  visit: (subschema: Schema, keyword: string, key: string) => void,
): void {
  for (const [index, schema] of schemas.entries()) {
    visit(schema, keyword, String(index));
  }
}

function visitMap(
  schemas: ReadonlyMap<string, Schema> | undefined,
  keyword: string,
  visit: (subschema: Schema, keyword: string, key: string) => void,
): void {
  const name = keyword === "defs" ? "$defs" : keyword;
  schemas?.forEach((schema, key) => {
    visit(schema, name, key);
  });
}

const maps = ["properties", "patternProperties", "dependentSchemas", "defs"] as const;

type SingleKeyword = (typeof singleKeywords)[number];
type ListKeyword = (typeof listKeywords)[number];
type MapKeyword = (typeof maps)[number];

/** The shape of each member that holds schemas. The casts above follow from this table. */
const shapes: ReadonlyMap<string, "schema" | "list" | "map"> = new Map<
  string,
  "schema" | "list" | "map"
>([
  ...singleKeywords.map((keyword) => [keyword, "schema"] as const),
  ...listKeywords.map((keyword) => [keyword, "list"] as const),
  ...maps.map((keyword) => [keyword, "map"] as const),
]);
