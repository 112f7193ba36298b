import { expect, test } from "vitest";
import { buildModelFrom } from "../../../test/build-model-from.ts";
import { compareModels } from "../compare-models.ts";

const schemas = {
  Dog: { type: "object", properties: { bark: { type: "string" } } },
  Cat: { type: "object", properties: { purr: { type: "string" } } },
};
const dog = { $ref: "#/components/schemas/Dog" };
const cat = { $ref: "#/components/schemas/Cat" };

function listKindsBetween(before: unknown, after: unknown): readonly string[] {
  const [old, changed] = [before, after].map((schema) =>
    buildModelFrom({
      openapi: "3.1.0",
      info: { title: "Pets", version: "1" },
      paths: {
        "/pets": {
          post: {
            operationId: "addPet",
            requestBody: { content: { "application/json": { schema } } },
            responses: {
              "200": { description: "ok", content: { "application/json": { schema } } },
            },
          },
        },
      },
      components: { schemas },
    }),
  );
  if (old === undefined || changed === undefined) {
    throw new Error("Two models are built.");
  }
  return compareModels(old, changed).map((change) => change.kind);
}

test("a schema that becomes one of several alternatives gets another form", () => {
  const added = ["request-alternative-added", "response-alternative-added"];
  expect(listKindsBetween(dog, { description: "A pet.", anyOf: [cat, dog] })).toEqual(added);
});

test("alternatives of which one is left lose the others", () => {
  const removed = ["request-alternative-removed", "response-alternative-removed"];
  expect(listKindsBetween({ anyOf: [dog, cat] }, dog)).toEqual(removed);
});

test("a further alternative of oneOf refuses the values that fit another one, too", () => {
  const kinds = (name: string, overlap: string): readonly string[] =>
    ["request", "response"].flatMap((direction) => [
      `${direction}-alternative-${name}`,
      `${direction}-${overlap}`,
    ]);
  const [added, removed] = [
    kinds("added", "any-of-became-one-of"),
    kinds("removed", "one-of-became-any-of"),
  ];
  const text = { type: "string" };
  const sort = (all: readonly string[]): readonly string[] => all.toSorted();
  for (const [few, many] of [
    [dog, { oneOf: [dog, cat] }],
    [{ oneOf: [dog, text] }, { oneOf: [dog, text, cat] }],
    [{ oneOf: [dog, text] }, { oneOf: [dog, text, dog] }],
  ]) {
    expect(sort(listKindsBetween(few, many))).toEqual(sort(added));
    expect(sort(listKindsBetween(many, few))).toEqual(sort(removed));
  }
});

test("alternatives of types are a list of types", () => {
  const [text, number] = [{ type: "string" }, { type: "integer" }];
  expect(listKindsBetween({ anyOf: [text, number] }, { type: ["string", "integer"] })).toEqual([
    "document-spelling-changed",
  ]);
  expect(listKindsBetween(text, { oneOf: [text, number] })).toEqual([
    "request-type-widened",
    "response-type-widened",
  ]);
});

test("a number that two alternatives of oneOf allow fits neither, so they are not a list of types", () => {
  const both = { oneOf: [{ type: "integer" }, { type: "number" }] };
  expect(listKindsBetween(both, { type: "number" })).not.toEqual([]);
});

test("null among alternatives is the same as null in a list of types", () => {
  const nothing = { type: "null" };
  expect(listKindsBetween({ oneOf: [dog, cat] }, { oneOf: [dog, cat, nothing] })).toEqual([
    "request-null-allowed",
    "response-null-allowed",
  ]);
  expect(listKindsBetween({ anyOf: [dog, nothing, cat] }, { anyOf: [dog, cat] })).toEqual([
    "request-null-forbidden",
    "response-null-forbidden",
  ]);
});

test("properties that each alternative has now are not removed", () => {
  const text = { type: "string" };
  const whole = { type: "object", required: ["a", "b"], properties: { a: text, b: text, c: text } };
  const one = { type: "object", required: ["a", "b"], properties: { a: text, b: text } };
  const two = { type: "object", required: ["a"], properties: { a: text, b: text, d: text } };
  expect(listKindsBetween(whole, { type: "object", oneOf: [one, two] })).toEqual([
    "request-property-became-optional",
    "request-property-removed",
    "request-alternatives-added",
    "response-property-became-optional",
    "response-property-removed",
    "response-alternatives-added",
  ]);
  const number = { ...one, properties: { a: { type: "number" }, b: text } };
  expect(listKindsBetween(one, { type: "object", anyOf: [one, number] })).toContain(
    "response-type-changed",
  );
});
