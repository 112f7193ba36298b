import { expect, test } from "vitest";
import { buildModelFrom } from "../../../../test/build-model-from.ts";
import type { ArrayFormat } from "../../../document/model/model.ts";
import { findAmbiguousNames } from "./ambiguous-names.ts";
import { buildSentModel } from "./sent-model.ts";

const text = { type: "string" };
const size = { type: "object", properties: { b: text, c: text } };
const form = "application/x-www-form-urlencoded";

/** The warnings of an operation. */
function listWarnings(operation: object, arrayFormat?: ArrayFormat) {
  const model = buildModelFrom({
    openapi: "3.2.0",
    paths: { "/a": { post: { responses: { 204: { description: "Done." } }, ...operation } } },
    components: { parameters: { Size: { ...deep("a", size) } } },
  });
  return findAmbiguousNames(
    buildSentModel(model, arrayFormat === undefined ? {} : { arrayFormat }),
  );
}

const deep = (name: string, schema: object): object => ({
  ...{ name, in: "query", style: "deepObject", schema },
});
const inQuery = (name: string, whole: object): object => ({
  parameters: [whole, { name, in: "query", schema: text }],
});
const inForm = (name: string, schema: object, encoding: object, mediaType: string = form) => ({
  requestBody: {
    content: {
      [mediaType]: {
        schema: { type: "object", properties: { a: schema, [name]: text } },
        encoding: { a: encoding },
      },
    },
  },
});
const style = { style: "deepObject", explode: true };

test.each([
  ["a member of a deepObject", inQuery("a[b]", deep("a", size))],
  ["a member of a component", inQuery("a[b]", { $ref: "#/components/parameters/Size" })],
  ["a member of a member", inQuery("a[b][x]", deep("a", { type: "object" }))],
  ["a member of a map", inQuery("a[x]", deep("a", { type: "object", additionalProperties: text }))],
  ["an item of a deepObject", inQuery("a[]", deep("a", { type: "array", items: text }))],
  ["a field of a form", inForm("a[b]", size, style)],
])("%s beside a name with the same brackets is a warning", (_, operation) => {
  expect(listWarnings(operation)).toMatchObject([
    {
      severity: "warning",
      code: "ambiguous-name",
      message: expect.stringMatching(/^`a\[.*of `a`/),
    },
  ]);
});

test.each([
  ["an object", size, "a[b]"],
  ["a list", { type: "array", items: text }, "a[0]"],
])("with brackets as a setting, %s in the query and in forms is one, too", (_, schema, name) => {
  const query = inQuery(name, { name: "a", in: "query", schema });
  const whole = inForm(name, schema, {});
  const inString = {
    parameters: [{ name: "q", in: "querystring", ...Object(whole).requestBody }],
  };
  for (const operation of [query, whole, inString]) {
    expect(listWarnings(operation)).toEqual([]);
    expect(listWarnings(operation, "brackets")).toHaveLength(1);
    expect(listWarnings({ ...operation, "x-array-format": "indices" })).toHaveLength(1);
  }
});

test.each([
  ["another member", inQuery("a[x]", deep("a", size))],
  ["another object", inQuery("ab[b]", deep("a", size))],
  ["a text", inQuery("a[b]", { name: "a", in: "query", schema: text })],
  ["a list that repeats its name", inQuery("a[]", { name: "a", in: "query", schema: size })],
  ["JSON", inForm("a[b]", size, { contentType: "application/json" })],
  ["a part of multipart", inForm("a[b]", size, style, "multipart/form-data")],
  ["a header", { parameters: [deep("a", size), { name: "a[b]", in: "header", schema: text }] }],
])("%s is not", (_, operation) => {
  expect(listWarnings(operation)).toEqual([]);
});

test("both places are named, and a pair of components once", () => {
  const parameters = [
    { $ref: "#/components/parameters/Size" },
    { name: "a[b]", in: "query", schema: text },
  ];
  const answers = { 204: { description: "Done." } };
  const model = buildModelFrom({
    openapi: "3.1.0",
    paths: {
      "/a": { parameters, get: { responses: answers }, post: { responses: answers } },
    },
    components: { parameters: { Size: deep("a", size) } },
  });
  expect(findAmbiguousNames(model)).toMatchObject([
    { pointer: "/paths/~1a/parameters/1", related: { pointer: "/components/parameters/Size" } },
  ]);
});
