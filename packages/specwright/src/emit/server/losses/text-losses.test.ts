import { expect, test } from "vitest";
import { buildModelFrom } from "../../../../test/build-model-from.ts";
import { findTextLosses } from "./text-losses.ts";

/** The details of the losses of one operation with this parameter, body or answer. */
function listDetails(
  operation: object,
  openapi = "3.1.0",
  schemas: object = {},
): readonly (string | undefined)[] {
  const responses = { 204: { description: "" } };
  const model = buildModelFrom({
    openapi,
    paths: { "/a/{id}": { post: { operationId: "a", responses, ...operation } } },
    components: { schemas },
  });
  return model.operations.flatMap(findTextLosses).map(({ code, detail }) => {
    expect(code).toBe("text-not-distinct");
    return detail;
  });
}

const inQuery = (schema: unknown, style: object = {}): object => ({
  parameters: [{ name: "p", in: "query", schema, ...style }],
});
const integer = { type: "integer" };
const list = { type: "array", items: integer };
const deep = { style: "deepObject", explode: true };

test.each<[string, object, readonly string[]]>([
  ["a schema that says nothing", inQuery({}), ["untyped"]],
  ["a list whose items have no type", inQuery({ type: "array", minItems: 1 }), ["untyped"]],
  [
    "a tuple with a rest",
    inQuery({ type: "array", prefixItems: [integer], minItems: 1 }),
    ["untyped"],
  ],
  [
    "a tuple without a rest",
    inQuery({ type: "array", prefixItems: [integer], items: false, minItems: 1 }),
    [],
  ],
  ["a text or a number", inQuery({ type: ["string", "integer"] }), ["text"]],
  ["words or a number", inQuery({ anyOf: [{ enum: ["all"] }, integer] }), []],
  ["words that look like numbers", inQuery({ enum: ["1", 2] }), ["text"]],
  ["a date or a number", inQuery({ anyOf: [{ type: "string", format: "date" }, integer] }), []],
  ["null", inQuery({ type: ["integer", "null"] }), ["null"]],
  [
    "null among items",
    inQuery({ ...list, minItems: 1, items: { type: ["integer", "null"] } }),
    ["null"],
  ],
  ["a list that may be empty", inQuery(list), ["empty"]],
  ["a list with items", inQuery({ ...list, minItems: 1 }), []],
  [
    "an object that may be empty",
    inQuery({ type: "object", properties: { a: integer } }),
    ["empty"],
  ],
  [
    "an object with a member",
    inQuery({ type: "object", properties: { a: integer }, required: ["a"] }),
    [],
  ],
  ["a list or its item", inQuery({ anyOf: [integer, { ...list, minItems: 1 }] }), ["shape"]],
  [
    "a list or its item in brackets",
    inQuery({ anyOf: [integer, { ...list, minItems: 1 }] }, { "x-array-format": "brackets" }),
    [],
  ],
  [
    "an empty list in an object",
    inQuery({ type: "object", properties: { a: list }, required: ["a"] }, deep),
    ["empty"],
  ],
  [
    "members that may be a text by one pattern and a list by another",
    inQuery(
      {
        type: "object",
        anyOf: [
          { patternProperties: { b: { type: "string" } } },
          { patternProperties: { "^y": list } },
        ],
      },
      deep,
    ),
    ["empty", "shape", "untyped"],
  ],
  [
    "members that are a text by one pattern and a list by another",
    inQuery(
      {
        type: "object",
        minProperties: 1,
        patternProperties: { "^x": { type: "string" }, "^y": { ...list, minItems: 1 } },
        additionalProperties: false,
      },
      deep,
    ),
    [],
  ],
  [
    "a parameter with content",
    { parameters: [{ name: "p", in: "query", content: { "application/json": {} } }] },
    [],
  ],
  [
    "a list in the path, where nothing cannot be sent",
    { parameters: [{ name: "id", in: "path", required: true, schema: list }] },
    [],
  ],
  [
    "a field of a form",
    {
      requestBody: {
        content: {
          "application/x-www-form-urlencoded": {
            schema: { type: "object", properties: { a: list, b: { type: "object" } } },
          },
        },
      },
    },
    ["empty"],
  ],
  [
    "a part",
    {
      requestBody: {
        content: {
          "multipart/form-data": {
            schema: {
              type: "object",
              properties: {
                a: { type: ["boolean", "string"] },
                file: {},
                json: { type: "object" },
              },
            },
          },
        },
      },
    },
    ["text"],
  ],
  [
    "a header of an answer",
    { responses: { 204: { description: "", headers: { "X-Ids": { schema: list } } } } },
    ["empty"],
  ],
])("%s", (_, operation, expected) => {
  expect(listDetails(operation)).toEqual(expected);
});

test.each(["allOf", "anyOf", "oneOf"])(
  "schemas that contain themselves in each part of %s have an end",
  (keyword) => {
    const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
    const combine = (...names: readonly string[]): object => ({ [keyword]: names.map(ref) });
    const describeNode = (next: object): object => ({
      type: "object",
      required: ["a"],
      properties: { a: { type: "integer" }, next },
    });
    const mixed = { allOf: [{ anyOf: [ref("A"), ref("C")] }, ref("B")] };
    const schemas = {
      A: describeNode(ref("A")),
      B: describeNode(ref("B")),
      C: describeNode(mixed),
      D: describeNode({ anyOf: [ref("C"), { allOf: [ref("D"), ref("A")] }] }),
    };
    expect(listDetails(inQuery(combine("A", "B"), deep), "3.1.0", schemas)).toEqual([]);
    expect(listDetails(inQuery(combine("A", "B", "C", "D"), deep), "3.1.0", schemas)).toEqual([]);
  },
);
