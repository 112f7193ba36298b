import { expect, test } from "vitest";
import { buildModelFrom } from "../../../../test/build-model-from.ts";
import type { Schema } from "../../../document/model/model.ts";
import { describeStreamItem, type StreamItem } from "./stream-item.ts";

/** The items of a response, given the content of its media type object. */
function buildStreamItem(mediaType: string, content: object): StreamItem {
  const { operations } = buildModelFrom({
    openapi: "3.2.0",
    paths: {
      "/a": { get: { responses: { 200: { description: "", content: { [mediaType]: content } } } } },
    },
    components: { schemas: { Event: { properties: { data: { type: "string" } } } } },
  });
  const [first] = operations[0]?.responses.get("200")?.value.content ?? [];
  if (first === undefined) {
    throw new Error("The document has no content.");
  }
  expect(describeStreamItem(first)).toBe(describeStreamItem(first));
  return describeStreamItem(first);
}

/** The types of the data of an item. For alternatives, a list with the types of each. */
function readDataTypes(schema: Schema | undefined): unknown {
  const own = schema?.properties?.get("data");
  return own === undefined ? schema?.oneOf?.map(readDataTypes) : (own.types ?? own.boolean);
}

const integer = { type: "integer" };
const json = { type: "string", contentMediaType: "application/json" };

test.each([
  [{}, ["string"], undefined],
  [{ schema: { type: "string" } }, ["string"], undefined],
  [{ schema: integer }, ["integer"], true],
  [{ schema: { type: "array", items: integer } }, ["integer"], true],
  [{ schema: { properties: { data: { type: "string" }, id: {} } } }, ["string"], undefined],
  [{ schema: { properties: { data: { type: "string" }, more: {} } } }, undefined, true],
  [{ itemSchema: { properties: { data: json } } }, true, true],
  [
    { itemSchema: { properties: { data: { ...json, contentSchema: integer } } } },
    ["integer"],
    true,
  ],
  [{ itemSchema: { properties: { data: { type: "object" } } } }, ["object"], true],
  [
    {
      itemSchema: {
        oneOf: [
          { $ref: "#/components/schemas/Event" },
          { properties: { event: { const: "b" }, data: { ...json, contentSchema: integer } } },
          { properties: { event: { enum: ["c", "d"] }, data: json } },
        ],
      },
    },
    [undefined, ["integer"], true],
    ["b", "c", "d"],
  ],
])("events of %j", (content, types, isJson) => {
  const { schema, json: found } = buildStreamItem("text/event-stream", content);
  expect(found).toEqual(isJson);
  if (types === undefined) {
    // The schema describes the data, not the event around it.
    expect(schema?.properties?.get("data")?.properties?.has("more")).toBe(true);
  } else {
    expect(readDataTypes(schema)).toEqual(types);
  }
});

test.each([
  [{}, undefined],
  [{ schema: integer }, ["integer"]],
  [{ schema: { type: "array", items: integer } }, ["integer"]],
  [{ itemSchema: { type: "array", items: integer } }, ["array"]],
  [{ schema: { type: "string" } }, undefined],
  [{ itemSchema: { type: "string" } }, ["string"]],
])("lines of %j", (content, types) => {
  for (const mediaType of ["application/x-ndjson", "application/jsonl; charset=utf-8"]) {
    expect(buildStreamItem(mediaType, content).schema?.types).toEqual(types);
  }
});

test.each([
  [{ schema: { type: "string" } }, undefined],
  [{ schema: integer }, undefined],
  [{ schema: { properties: { data: { type: "string", maxLength: 5 } } } }, "[DONE]"],
  [{ schema: { properties: { data: { type: "string", minLength: 7 } } } }, "[DONE]"],
  [{ schema: { properties: { data: { type: "string", pattern: "^[a-z]+$" } } } }, "[DONE]"],
  [{ schema: { properties: { data: { type: "string", pattern: "(?<x" } } } }, undefined],
  [{ schema: { properties: { data: { type: "string", format: "uuid" } } } }, "[DONE]"],
  [{ schema: { properties: { data: { enum: ["a", "[DONE]"] } } } }, undefined],
  [{ schema: { properties: { data: { anyOf: [{ const: "a" }, { enum: ["b"] }] } } } }, "[DONE]"],
  [{ schema: { properties: { data: { allOf: [{ type: "string" }, { const: "a" }] } } } }, "[DONE]"],
  [{ schema: { type: "string" }, "x-stream-terminator": "END" }, "END"],
])("the end of %j", (content, terminator) => {
  expect(buildStreamItem("text/event-stream", content).terminator).toBe(terminator);
  expect(buildStreamItem("application/x-ndjson", content).terminator).toBeUndefined();
});

test("data with a recursive schema is read", () => {
  const { operations } = buildModelFrom({
    openapi: "3.1.0",
    paths: {
      "/a": {
        get: {
          responses: {
            200: {
              description: "",
              content: {
                "text/event-stream": {
                  itemSchema: { properties: { data: { $ref: "#/components/schemas/Text" } } },
                },
              },
            },
          },
        },
      },
    },
    components: {
      schemas: {
        Text: { allOf: [{ $ref: "#/components/schemas/Alternatives" }] },
        Alternatives: { anyOf: [{ $ref: "#/components/schemas/Text" }, { const: "[A]" }] },
      },
    },
  });
  const [first] = operations[0]?.responses.get("200")?.value.content ?? [];
  // A schema that only refers to itself allows every string, including the usual terminator.
  expect(first && describeStreamItem(first).terminator).toBeUndefined();
});
