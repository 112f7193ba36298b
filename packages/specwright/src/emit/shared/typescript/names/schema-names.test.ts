import { expect, test } from "vitest";
import { nameSchemaTypes } from "./schema-names.ts";

test.each([
  ["words are joined by case", ["simple-user", "HTTPError"], ["SimpleUser", "HTTPError"]],
  ["a name that is one already keeps it", ["pet", "Pet"], ["Pet_2", "Pet"]],
  ["globals stay what they are", ["Error", "ErrorSchema"], ["ErrorSchema_2", "ErrorSchema"]],
  [
    "names of the file stay what they are",
    ["Record", "WithRequired"],
    ["RecordSchema", "WithRequired_2"],
  ],
  ["words of the language are no names", ["", "string", "1st"], ["_", "StringSchema", "_1st"]],
])("%s", (_, schemas, names) => {
  const named = nameSchemaTypes(new Map(schemas.map((schema) => [schema, {}])));
  expect([...named]).toEqual(schemas.map((schema, at) => [schema, names[at]]));
});
