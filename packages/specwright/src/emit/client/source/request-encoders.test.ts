import { expect, test } from "vitest";
import { openModel } from "../../../../test/client-project.ts";
import { layOutInput } from "../input-layout.ts";
import { listRequestEncoders } from "./request-encoders.ts";

function planRequestEncoders(path: string, operation: object): object {
  const document = {
    openapi: "3.2.0",
    info: { title: "t", version: "1" },
    components: {
      schemas: { Ids: { type: "array", items: { type: "string" } }, Id: { type: "string" } },
    },
    paths: { [path]: { post: { responses: {}, ...operation } } },
  };
  return Object.fromEntries(
    openModel(document).operations.flatMap((each) => listRequestEncoders(each, layOutInput(each))),
  );
}

const text = { type: "string" };
const parameter = (location: string, schema: object, more: object = {}): object => ({
  name: "p",
  in: location,
  schema,
  ...(location === "path" && { required: true }),
  ...more,
});

test("an operation names the encoders of its parts, and no others", () => {
  expect(planRequestEncoders("/x", {})).toEqual({});
  expect(planRequestEncoders("/{p}", { parameters: [parameter("path", text)] })).toEqual({
    path: "encodePrimitivePath",
  });
  expect(planRequestEncoders("/x", { parameters: [parameter("cookie", text)] })).toEqual({
    cookie: "encodeCookies",
  });
  expect(
    planRequestEncoders("/x", {
      parameters: [parameter("header", text, { name: "Idempotency-Key" })],
    }),
  ).toEqual({ header: "encodePrimitiveHeaders", key: "randomKey" });
  expect(planRequestEncoders("/x?beta=true", {})).toEqual({ target: "joinQuery" });
  expect(
    planRequestEncoders("/x", { requestBody: { content: { "application/json": {} } } }),
  ).toEqual({
    body: "encodeBody",
  });
});

test.each([
  ["a text", text, {}, "encodePrimitiveQuery"],
  ["a number or null", { type: ["number", "null"] }, {}, "encodePrimitiveQuery"],
  ["an enum", { enum: ["a", 1] }, {}, "encodePrimitiveQuery"],
  ["a reference to a text", { $ref: "#/components/schemas/Id" }, {}, "encodePrimitiveQuery"],
  ["a list", { type: "array", items: text }, {}, "encodeQuery"],
  ["a reference to a list", { $ref: "#/components/schemas/Ids" }, {}, "encodeQuery"],
  ["a text or a list", { anyOf: [text, { type: "array" }] }, {}, "encodeQuery"],
  ["an object", { type: "object" }, { style: "deepObject" }, "encodeQuery"],
  ["anything", {}, {}, "encodeQuery"],
  ["a text that keeps reserved characters", text, { allowReserved: true }, "encodeQuery"],
])("in the query, %s", (_, schema, more, encoder) => {
  expect(planRequestEncoders("/x", { parameters: [parameter("query", schema, more)] })).toEqual({
    query: encoder,
  });
});

test("content and unusual styles are written by the encoders for all of them", () => {
  const content = { name: "p", in: "header", content: { "application/json": { schema: text } } };
  expect(planRequestEncoders("/x", { parameters: [content] })).toEqual({ header: "encodeHeaders" });
  expect(planRequestEncoders("/x", { parameters: [parameter("header", text)] })).toEqual({
    header: "encodePrimitiveHeaders",
  });
  const matrix = parameter("path", text, { style: "matrix" });
  expect(planRequestEncoders("/{p}", { parameters: [matrix] })).toEqual({ path: "encodePath" });
  const whole = { name: "q", in: "querystring", content: { "text/plain": {} } };
  expect(planRequestEncoders("/x", { parameters: [whole] })).toEqual({ query: "encodeQuery" });
});
