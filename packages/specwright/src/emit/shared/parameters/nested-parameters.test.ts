import { expect, test } from "vitest";
import { buildModelFrom } from "../../../../test/build-model-from.ts";
import type { ArrayFormat } from "../../../document/model/model.ts";
import { findNestedParameterLosses } from "./nested-parameters.ts";
import { buildSentModel } from "./sent-model.ts";

const lines = {
  type: "array",
  items: { type: "object", properties: { price: { type: "integer" } } },
};
const form = "application/x-www-form-urlencoded";

/** The messages of the losses of an operation. */
function listLosses(operation: object, arrayFormat?: ArrayFormat): readonly string[] {
  const model = buildModelFrom({
    openapi: "3.2.0",
    paths: { "/a": { post: { responses: { 204: { description: "Done." } }, ...operation } } },
    components: {
      schemas: {
        Filter: {
          type: "object",
          properties: { size: { type: "integer" }, and: { $ref: "#/components/schemas/Filter" } },
        },
      },
    },
  });
  const sent = buildSentModel(model, arrayFormat === undefined ? {} : { arrayFormat });
  return findNestedParameterLosses(sent).map(({ code, message }) => `${code}: ${message}`);
}

const inQuery = (parameter: object): object => ({
  parameters: [{ name: "a", in: "query", ...parameter }],
});
const inForm = (schema: object, encoding: object = {}): object => ({
  requestBody: {
    content: { [form]: { schema: { type: "object", properties: { a: schema } }, encoding } },
  },
});

test.each([
  ["a list of objects", inQuery({ schema: lines })],
  ["a tuple of objects", inQuery({ schema: { prefixItems: [{ type: "object" }], items: false } })],
  [
    "lists by a pattern",
    inQuery({
      schema: { patternProperties: { "^x": { type: "array" } }, additionalProperties: false },
    }),
  ],
  ["a list of objects in a deepObject", inQuery({ style: "deepObject", schema: lines })],
  [
    "a whole query string with a list of objects",
    {
      parameters: [
        {
          name: "a",
          in: "querystring",
          content: { [form]: { schema: { type: "object", properties: { a: lines } } } },
        },
      ],
    },
  ],
  ["a field with the style deepObject", inForm(lines, { a: { style: "deepObject" } })],
  ["a field with the style form", inForm(lines, { a: { style: "form" } })],
])("%s is lost, and carried in brackets", (_, operation) => {
  expect(listLosses(operation)).toHaveLength(1);
  expect(listLosses(operation, "brackets")).toEqual([]);
  expect(listLosses(operation, "indices")).toEqual([]);
  expect(listLosses({ ...operation, "x-array-format": "indices" })).toEqual([]);
  expect(listLosses({ ...operation, "x-array-format": "repeat" }, "brackets")).toHaveLength(1);
});

test.each([
  [
    "a list of texts in a deepObject",
    inQuery({ style: "deepObject", schema: { type: "array", items: { type: "string" } } }),
  ],
  ["a field without a style, which is JSON", inForm(lines)],
  ["a field with a content type", inForm(lines, { a: { contentType: "application/json" } })],
])("%s is carried", (_, operation) => {
  expect(listLosses(operation)).toEqual([]);
});

test.each([
  ["a header", { parameters: [{ name: "a", in: "header", schema: lines }] }],
  ["a joined list", inQuery({ explode: false, schema: lines })],
  ["a field that is joined", inForm(lines, { a: { explode: false } })],
])("%s has no brackets, so it is lost with the setting, too", (_, operation) => {
  expect(listLosses(operation, "brackets")).toHaveLength(1);
});

test("a schema that contains itself can be deeper than the router reads", () => {
  const schema = { $ref: "#/components/schemas/Filter" };
  expect(listLosses(inQuery({ schema }), "brackets")).toEqual([
    "parameter-not-carried: `a` can be deeper than the router reads: numbers and lists in deeper levels stay text.",
  ]);
  expect(listLosses(inForm(schema), "indices")).toEqual([
    "encoding-not-carried: The form can be deeper than the router reads: numbers and lists in deeper levels stay text.",
  ]);
});
