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
