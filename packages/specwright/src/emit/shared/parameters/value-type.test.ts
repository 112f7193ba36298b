import { expect, test } from "vitest";
import { buildModelFrom } from "../../../../test/build-model-from.ts";
import { completeDocument } from "../../../../test/server-files.ts";
import { foldValueType } from "./value-type.ts";

/** The value type of a schema, which may refer to `#/components/schemas/Node`. */
function readTypeOf(schema: object): unknown {
  const node = {
    type: "object",
    properties: { next: { $ref: "#/components/schemas/Node" }, value: { type: "integer" } },
  };
  const model = buildModelFrom(
    completeDocument({ paths: {}, components: { schemas: { S: schema, Node: node } } }),
  );
  const found = model.components.schemas.get("S");
  return found && foldValueType(found);
}

test.each<[string, object, unknown]>([
  ["text stays text", { type: "string", format: "uuid" }, undefined],
  ["no type stays text", {}, undefined],
  ["a primitive", { type: "integer" }, { type: "integer" }],
  ["several types", { type: ["integer", "null"] }, { type: ["integer", "null"] }],
  ["an enumeration without type", { enum: [1, 2] }, { type: "number" }],
  ["a constant", { const: true }, { type: "boolean" }],
  ["an array of text", { type: "array", items: { type: "string" } }, { type: "array" }],
  [
    "an array of numbers",
    { items: { type: "number" } },
    { type: "array", items: { type: "number" } },
  ],
  [
    "a union",
    { anyOf: [{ type: "string" }, { type: "object", additionalProperties: { type: "string" } }] },
    { type: ["string", "object"], additionalProperties: { type: "string" } },
  ],
  ["a union with anything", { oneOf: [{ type: "integer" }, {}] }, undefined],
  [
    "an intersection",
    { type: "number", allOf: [{ type: ["integer", "string"] }] },
    { type: "integer" },
  ],
  [
    "properties of all parts",
    {
      allOf: [
        { type: "object", properties: { a: { type: "integer" } } },
        { properties: { b: { type: "string" } } },
      ],
    },
    { type: "object", properties: { a: { type: "integer" }, b: { type: "string" } } },
  ],
  [
    "parts of an intersection together",
    {
      type: "object",
      allOf: [{ properties: { a: {} } }, { properties: { a: { type: "integer" } } }],
    },
    { type: "object", properties: { a: { type: "integer" } } },
  ],
  [
    "a tuple",
    { type: "array", prefixItems: [{ type: "string" }, { type: "number" }], items: false },
    { type: "array", prefixItems: [{ type: "string" }, { type: "number" }] },
  ],
  [
    "the rest of a tuple",
    { prefixItems: [{ type: "string" }], unevaluatedItems: { type: "number" } },
    { type: "array", prefixItems: [{ type: "string" }], items: { type: "number" } },
  ],
  [
    "members by their pattern",
    { patternProperties: { "^x": { type: "integer" }, "^y": {} }, additionalProperties: false },
    { type: "object", patternProperties: { "^x": { type: "integer" }, "^y": {} } },
  ],
  [
    "a pattern that a name could make slow, as other members",
    {
      type: "object",
      patternProperties: { "^(x+)+$": { type: "integer" }, "^y(?=z)": { type: "boolean" } },
    },
    { type: "object", additionalProperties: { type: ["integer", "boolean"] } },
  ],
  [
    "conditions, of which one says nothing about a member",
    {
      type: "object",
      dependentSchemas: { a: { properties: { b: { type: "integer" } } } },
      if: { required: ["c"] },
      // biome-ignore lint/suspicious/noThenProperty: it is the keyword's name.
      then: { properties: { c: { type: "boolean" } } },
      unevaluatedProperties: { type: "number" },
    },
    {
      type: "object",
      properties: { b: { type: ["integer", "number"] }, c: { type: ["boolean", "number"] } },
      additionalProperties: { type: "number" },
    },
  ],
  [
    "a member and an item that are described, whatever a condition says about them",
    {
      type: ["object", "array"],
      properties: { a: { type: "number" } },
      prefixItems: [{ type: "number" }],
      if: { properties: { a: { type: "boolean" } }, prefixItems: [{ type: "boolean" }] },
      unevaluatedProperties: { type: "integer" },
      unevaluatedItems: { type: "integer" },
    },
    {
      type: ["object", "array"],
      properties: { a: { type: "number" } },
      additionalProperties: { type: "integer" },
      prefixItems: [{ type: "number" }],
      items: { type: "integer" },
    },
  ],
  [
    "members of a conditional pattern, which another pattern may describe instead of unevaluatedProperties",
    {
      type: "object",
      patternProperties: { "^(a|b)$": { type: "number" } },
      if: { patternProperties: { b: { type: "integer" } } },
      unevaluatedProperties: { type: "boolean" },
    },
    {
      type: "object",
      patternProperties: {
        "^(a|b)$": { type: "number" },
        b: { type: ["integer", "boolean", "number"] },
      },
      additionalProperties: { type: "boolean" },
    },
  ],
  [
    "no text",
    { not: { type: "string" } },
    { type: ["null", "boolean", "number", "array", "object"] },
  ],
  [
    "a type that is not excluded as a whole",
    { type: ["string", "integer"], not: { type: "string", minLength: 1 } },
    { type: ["string", "integer"] },
  ],
  [
    "names that are listed",
    { propertyNames: { enum: ["a"] }, additionalProperties: { type: "integer" } },
    {
      type: "object",
      properties: { a: { type: "integer" } },
      additionalProperties: { type: "integer" },
    },
  ],
  [
    "texts of an enumeration beside another type",
    { type: ["string", "integer"], enum: ["1"] },
    undefined,
  ],
  ["a closed object", { type: "object", additionalProperties: false }, { type: "object" }],
  [
    "a property called __proto__",
    { type: "object", properties: JSON.parse('{"__proto__": {"type": "integer"}}') },
    { type: "object", properties: JSON.parse('{"__proto__": {"type": "integer"}}') },
  ],
])("%s", (_, schema, expected) => {
  expect(readTypeOf(schema)).toEqual(expected);
});

test("a circular schema ends", () => {
  expect(JSON.stringify(readTypeOf({ $ref: "#/components/schemas/Node" })).length).toBeLessThan(
    500,
  );
});

test("an alternative that extends its base has the members of the base, also where the base was read before", () => {
  const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
  const integer = { type: "integer" };
  const extend = (properties: object): object => ({
    allOf: [ref("Pet"), { type: "object", properties }],
  });
  const model = buildModelFrom({
    components: {
      schemas: {
        S: { type: "object", properties: { pet: ref("Pet"), cat: ref("Cat"), dog: ref("Dog") } },
        Pet: {
          type: "object",
          properties: { age: integer },
          oneOf: [ref("Cat"), ref("Dog")],
        },
        Cat: extend({ lives: integer }),
        Dog: extend({ teeth: integer }),
      },
    },
  });
  const found = model.components.schemas.get("S");
  const { properties = {} } = (found && foldValueType(found)) ?? {};
  const members = Object.values(properties).map((each) =>
    Object.keys(each.properties ?? {}).sort(),
  );
  expect(members).toEqual(Array(3).fill(["age", "lives", "teeth"]));
});
