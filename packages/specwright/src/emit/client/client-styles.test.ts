import { expect, test } from "vitest";
import { openModel } from "../../../test/client-project.ts";
import { chooseStyleEncoders, printClientStyles } from "./client-styles.ts";

const array = { type: "array", items: {} };
const object = { type: "object" };

function printStyles(parameter: { readonly in: string }): string | undefined {
  return printClientStyles(
    openModel({
      openapi: "3.1.0",
      info: { title: "t", version: "1" },
      paths: {
        [choosePath(parameter)]: {
          get: { parameters: [{ name: "p", ...parameter }], responses: {} },
        },
      },
      components: { schemas: { Loop: { allOf: [{ $ref: "#/components/schemas/Loop" }] } } },
    }),
  );
}

function choosePath(parameter: { readonly in: string }): string {
  return parameter.in === "path" ? "/x/{p}" : "/x";
}

test.each([
  { in: "query", schema: { type: "string" } },
  { in: "query", schema: array },
  { in: "query", schema: object, style: "deepObject" },
  { in: "query", content: { "application/json": { schema: object } } },
  { in: "path", required: true, schema: array },
  { in: "header", schema: array },
])("%j is what openapi-fetch writes by default", (parameter) => {
  expect(printStyles(parameter)).toBeUndefined();
});

test.each([
  [{ in: "query", schema: array, explode: false }, '{ name: "p", in: "query", explode: false }'],
  [{ in: "query", schema: object }, '{ name: "p", in: "query" }'],
  // A schema that only refers to itself allows every value, including lists and objects.
  [{ in: "query", schema: { $ref: "#/components/schemas/Loop" } }, '{ name: "p", in: "query" }'],
  [
    {
      in: "query",
      schema: { oneOf: [{ type: "string" }, { allOf: [array] }] },
      style: "pipeDelimited",
    },
    '{ name: "p", in: "query", style: "pipeDelimited" }',
  ],
  [
    { in: "query", schema: { type: "string" }, allowReserved: true },
    '{ name: "p", in: "query", allowReserved: true }',
  ],
  [
    { in: "path", required: true, schema: {}, style: "label" },
    '{ name: "p", in: "path", style: "label" }',
  ],
  [
    { in: "path", required: true, schema: object, explode: true },
    '{ name: "p", in: "path", explode: true }',
  ],
  [{ in: "header", schema: object }, '{ name: "p", in: "header" }'],
  [{ in: "cookie", schema: { type: "string" } }, '{ name: "p", in: "cookie" }'],
  [
    { in: "cookie", content: { "application/json": {} } },
    '{ name: "p", in: "cookie", contentType: "text/plain" }',
  ],
])("%j is written in the client", (parameter, line) => {
  expect(printStyles(parameter)).toBe(
    `{\n  "${choosePath(parameter)}": {\n    GET: [\n      ${line},\n    ],\n  },\n}`,
  );
});

test("the client imports the encoders of unusual styles, and no others", () => {
  const planEncoders = (...parameters: readonly object[]): object =>
    Object.fromEntries(
      chooseStyleEncoders(
        openModel({
          openapi: "3.2.0",
          info: { title: "t", version: "1" },
          paths: { "/x": { get: { parameters, responses: {} } } },
        }),
      ),
    );
  const list = { name: "q", in: "query", schema: array };
  const whole = { name: "w", in: "querystring", content: { "text/plain": {} } };
  const cookie = { name: "c", in: "cookie", schema: { type: "string" } };
  const header = { name: "h", in: "header", schema: object };
  expect(planEncoders(list)).toEqual({});
  expect(planEncoders({ ...list, explode: false }, cookie)).toEqual({
    query: "encodeQuery",
    cookie: "encodeCookies",
  });
  expect(planEncoders(whole, header)).toEqual({ query: "encodeQuery", header: "encodeHeaders" });
});
