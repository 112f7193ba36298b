import { keywordsOf } from "../../../document/model/facts/keywords.ts";
import type { JsonType, Schema } from "../../../document/model/model.ts";
import { omitKeywords } from "./says-nothing.ts";

/** Removes the keywords about values of types that the schema does not allow. */
export function dropOtherTypes(schema: Schema): Schema {
  const { types } = schema;
  if (types === undefined) {
    return schema;
  }
  const dropped: string[] = [];
  for (const keyword in schema) {
    const type = typeByKeyword.get(keyword);
    if (
      type !== undefined &&
      !types.includes(type) &&
      !(type === "number" && types.includes("integer"))
    ) {
      dropped.push(keyword);
    }
  }
  if (schema.format !== undefined && !canHaveFormat(schema.format, types)) {
    dropped.push("format");
  }
  return dropped.length === 0 ? schema : omitKeywords(schema, dropped);
}

const typeByKeyword: ReadonlyMap<string, JsonType> = new Map([
  ...(["string", "number", "array", "object"] as const).flatMap((type) =>
    keywordsOf[type]
      .filter((keyword) => keyword !== "format")
      .map((keyword): [string, JsonType] => [keyword, type]),
  ),
  ...["minContains", "maxContains"].map((keyword): [string, JsonType] => [keyword, "array"]),
  ...["contentMediaType", "contentEncoding", "contentSchema"].map((keyword): [string, JsonType] => [
    keyword,
    "string",
  ]),
]);

/** Formats of the OpenAPI registry say of which type they are. Other formats can be of texts and of numbers. */
function canHaveFormat(format: string, types: readonly JsonType[]): boolean {
  const [hasTexts, hasNumbers] = [
    types.includes("string"),
    types.includes("number") || types.includes("integer"),
  ];
  return (hasTexts && !formatsOfNumbers.has(format)) || (hasNumbers && !formatsOfTexts.has(format));
}

/** Without `int64`, `uint64` and `decimal`, which texts can have. */
const formatsOfNumbers: ReadonlySet<string> = new Set(
  "int8 int16 int32 uint8 uint16 uint32 float double double-int".split(" "),
);

const formatsOfTexts: ReadonlySet<string> = new Set(
  (
    "date date-time time duration email idn-email hostname idn-hostname ipv4 ipv6 uri uri-reference iri iri-reference " +
    "uri-template json-pointer relative-json-pointer regex uuid byte binary password"
  ).split(" "),
);
