import { expect, test } from "vitest";
import { buildModelFrom } from "../../../../../test/build-model-from.ts";
import { createTypeContext } from "../type-context.ts";
import { collectTypeFacts } from "../type-facts.ts";
import type { TypeOptions } from "../type-options.ts";
import { placeReference } from "./place-reference.ts";

const own = (name: string): object => ({ $ref: `#/components/schemas/Alias/$defs/${name}` });
const text = { type: "string" };
const content = (schema: object): object => ({ content: { "application/json": { schema } } });
const answer = (schema: object): object => ({ description: "", ...content(schema) });
const document = {
  components: {
    schemas: {
      Pet: {
        type: "object",
        properties: { name: { type: "object", properties: { first: text } } },
        $defs: { age: { type: "integer" } },
      },
      Alias: { ...own("text"), $defs: { text } },
      List: { type: "array", items: { type: "object", required: ["a"], properties: { a: text } } },
      Pair: { type: "array", prefixItems: [text], items: text },
      Meta: { properties: { $defs: { type: "object" } }, $defs: { text } },
    },
    parameters: { Q: { name: "q", in: "query", schema: text } },
    headers: { H: { schema: text } },
    responses: { R: answer(text) },
    requestBodies: { B: content(text) },
  },
  paths: {
    "/a": {
      parameters: [{ name: "q", in: "query", schema: text }],
      get: { operationId: "getA", responses: { 200: answer({ type: "array", items: text }) } },
      post: { requestBody: content(text), responses: { default: answer(text) } },
    },
  },
};

function printPlaceReference(pointer: string, options?: TypeOptions): string | undefined {
  return placeReference(
    pointer,
    createTypeContext(collectTypeFacts(buildModelFrom(document), options)),
  );
}

const json = "content/application~1json/schema";

test.each([
  ["/components/schemas/Pet", 'components["schemas"]["Pet"]'],
  ["/components/schemas/Pet/properties/name", 'components["schemas"]["Pet"]["name"]'],
  [
    "/components/schemas/Pet/properties/name/properties/first",
    'NonNullable<components["schemas"]["Pet"]["name"]>["first"]',
  ],
  ["/components/schemas/List/items", 'components["schemas"]["List"][number]'],
  ["/components/schemas/List/items/properties/a", 'components["schemas"]["List"][number]["a"]'],
  ["/components/parameters/Q/schema", 'components["parameters"]["Q"]'],
  ["/components/headers/H/schema", 'components["headers"]["H"]'],
  [
    `/components/responses/R/${json}`,
    'components["responses"]["R"]["content"]["application/json"]',
  ],
  [
    `/components/requestBodies/B/${json}`,
    'components["requestBodies"]["B"]["content"]["application/json"]',
  ],
  [
    `/paths/~1a/get/responses/200/${json}/items`,
    'operations["getA"]["responses"][200]["content"]["application/json"][number]',
  ],
  [
    `/paths/~1a/post/requestBody/${json}`,
    'NonNullable<paths["/a"]["post"]["requestBody"]>["content"]["application/json"]',
  ],
  [
    "/paths/~1a/parameters/0/schema",
    'NonNullable<paths["/a"]["post"]["parameters"]["query"]>["q"]',
  ],
])("%s is %s in the types", (pointer, reference) => {
  expect(printPlaceReference(pointer)).toBe(reference);
});

test.each([
  ["/components/schemas/Pet/properties/none"],
  ["/components/schemas/Pet/$defs/age"],
  ["/components/schemas/Alias/$defs/text"],
  ["/components/schemas/Pair/items"],
  ["/components/schemas/Meta/$defs/text"],
  ["/components/parameters/Q"],
  ["/paths/~1a/get"],
])("%s has no type", (pointer) => {
  expect(printPlaceReference(pointer)).toBeUndefined();
});

test("definitions of a schema have a place only in the types of openapi-typescript", () => {
  const pointer = "/components/schemas/Pet/$defs/age";
  expect(printPlaceReference(pointer)).toBeUndefined();
  expect(printPlaceReference(pointer, { likeOpenapiTypescript: true })).toBe(
    'components["schemas"]["Pet"]["$defs"]["age"]',
  );
});

test("a part that an option removes from the types has no place there", () => {
  expect(
    printPlaceReference("/components/schemas/List/items", { arrayLength: true }),
  ).toBeUndefined();
});
