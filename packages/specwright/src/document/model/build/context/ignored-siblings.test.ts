import { expect, test } from "vitest";
import { buildValue } from "../../../../../test/build-model-from.ts";

function listWarnings(document: Readonly<Record<string, unknown>>): readonly unknown[] {
  return buildValue(document).diagnostics.map(({ code, severity, pointer }) => [
    code,
    severity,
    pointer,
  ]);
}

test("3.0: each keyword beside the $ref of a schema that would change its meaning is a warning", () => {
  const reference = { $ref: "#/components/schemas/B" };
  const schemas = {
    A: {
      type: "object",
      properties: {
        a: { ...reference, nullable: true },
        b: {
          ...reference,
          nullable: false,
          description: "d",
          title: "t",
          "x-a": 1,
          readOnly: true,
        },
        c: { ...reference, default: 1, example: 1, externalDocs: { url: "https://example.com" } },
        d: { ...reference, maxLength: 1, properties: {} },
      },
    },
    B: { type: "string" },
  };
  const place = "/components/schemas/A/properties";
  expect(listWarnings({ openapi: "3.0.3", components: { schemas } })).toEqual(
    ["a/nullable", "d/maxLength", "d/properties"].map((path) => [
      "ignored-beside-reference",
      "warning",
      `${place}/${path}`,
    ]),
  );
});

test("3.1: keywords beside the $ref of a schema have their meaning, and no warning", () => {
  const schemas = {
    A: { $ref: "#/components/schemas/B", maxLength: 1 },
    B: { type: "string" },
  };
  expect(listWarnings({ components: { schemas } })).toEqual([]);
});

test("fields beside a reference to a parameter, a response, a header or a body are warnings", () => {
  const responses = {
    200: { $ref: "#/components/responses/R", description: "d", content: {} },
    "4XX": { description: "d", headers: { H: { $ref: "#/components/headers/H", required: true } } },
  };
  const document = {
    paths: {
      "/a": {
        post: {
          parameters: [{ $ref: "#/components/parameters/P", required: true, "x-a": 1 }],
          requestBody: { $ref: "#/components/requestBodies/B", required: true },
          responses,
        },
      },
    },
    components: {
      parameters: { P: { name: "p", in: "query", schema: {} } },
      requestBodies: { B: { content: {} } },
      responses: { R: { description: "r" } },
      headers: { H: { schema: {} } },
    },
  };
  expect(listWarnings(document)).toEqual(
    [
      "parameters/0/required",
      "requestBody/required",
      "responses/200/content",
      "responses/4XX/headers/H/required",
    ].map((path) => ["ignored-beside-reference", "warning", `/paths/~1a/post/${path}`]),
  );
});
