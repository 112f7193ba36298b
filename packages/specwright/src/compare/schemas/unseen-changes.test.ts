import { expect, test } from "vitest";
import { buildModelFrom } from "../../../test/build-model-from.ts";
import { compareModels } from "../compare-models.ts";

/** The changes of a body from one schema to another, by kind, in requests. */
function listKinds(before: unknown, after: unknown): readonly string[] {
  const describe = (schema: unknown): Readonly<Record<string, unknown>> => ({
    paths: {
      "/a": {
        post: { requestBody: { content: { "application/json": { schema } } }, responses: {} },
      },
    },
  });
  const changes = compareModels(buildModelFrom(describe(before)), buildModelFrom(describe(after)));
  return changes.map(({ kind }) => kind.replace("request-", ""));
}

// biome-ignore-start lint/suspicious/noThenProperty: a keyword of JSON Schema.
const string = { type: "string" };
const required = (...names: string[]): object => ({ required: names });
const a = { type: "object", properties: { a: string }, required: ["a"] };
const text = "x".repeat(130);

test.each<[string, unknown, unknown, readonly string[]]>([
  ["beside the properties", a, { ...a, required: ["a", "b"] }, ["property-became-required"]],
  [
    "of alternatives",
    { anyOf: [required("a"), required("b")] },
    { anyOf: [required("a"), required("c")] },
    ["property-became-required", "property-became-optional"],
  ],
  [
    "of a condition",
    { if: a, then: required("b") },
    { if: a, then: required("c") },
    ["property-became-required", "property-became-optional"],
  ],
  [
    "of dependentSchemas",
    { dependentSchemas: { a: {} } },
    { dependentSchemas: { a: required("b") } },
    ["property-became-required"],
  ],
  ["of not", { not: required("a") }, { not: required("b") }, ["not-removed", "not-added"]],
  [
    "of patternProperties",
    { patternProperties: { a: {} } },
    { patternProperties: { a: required("b") } },
    ["property-became-required"],
  ],
  [
    "of additionalProperties",
    { additionalProperties: required("b") },
    { additionalProperties: {} },
    ["property-became-optional"],
  ],
  [
    "of a property that goes",
    { properties: { a: string } },
    required("a"),
    ["property-became-required", "property-removed"],
  ],
])("diff sees required names %s", (_, before, after, kinds) => {
  expect(listKinds(before, after).toSorted()).toEqual(kinds.toSorted());
});

test.each<[string, unknown, unknown, readonly string[]]>([
  [
    "a branch of a condition that goes",
    { if: a, then: a },
    { if: a },
    ["property-removed-required", "type-widened"],
  ],
  [
    "a rule that one of two parts has for a property",
    { allOf: [a, { properties: { a: { minLength: 2 } } }] },
    { allOf: [a, { properties: { a: {} } }] },
    ["all-of-removed"],
  ],
  [
    "closed parts that were one",
    { ...a, additionalProperties: false },
    { allOf: [{ ...a, additionalProperties: false }, { properties: { b: string } }] },
    ["all-of-added"],
  ],
  [
    "alternatives beside other alternatives",
    { oneOf: [a], anyOf: [string] },
    { oneOf: [a], anyOf: [{ type: "null" }] },
    ["alternative-removed", "null-allowed"],
  ],
  [
    "alternatives that exclude each other",
    { anyOf: [a, required("b")] },
    { oneOf: [a, required("b")] },
    ["any-of-became-one-of"],
  ],
  [
    "values that begin alike",
    { enum: [`${text}a`] },
    { enum: [`${text}b`] },
    ["enum-value-added", "enum-value-removed"],
  ],
  ["a constant that begins alike", { const: `${text}a` }, { const: `${text}b` }, ["const-changed"]],
  ["null that no list has", { enum: ["a"] }, { enum: ["a", null] }, ["null-allowed"]],
  ["a list beside a constant", { const: "a" }, { const: "a", enum: ["b"] }, ["enum-value-removed"]],
])("diff sees %s", (_, before, after, kinds) => {
  expect(listKinds(before, after).toSorted()).toEqual(kinds.toSorted());
});

const closed = { unevaluatedProperties: false };
const open = { additionalProperties: true };
const two = { maxProperties: 2 };
const one = { minProperties: 1 };

test.each<[string, object, object]>([
  ["beside it", open, {}],
  ["in a part", { allOf: [{ ...two, ...open }, one] }, { allOf: [two, one] }],
  ["in an alternative", { anyOf: [{ ...two, ...open }, one] }, { anyOf: [two, one] }],
  ["in a branch of a condition", { if: one, then: open }, { if: one, then: {} }],
  ["in a condition", { if: { ...one, ...open } }, { if: one }],
  ["in a dependency", { dependentSchemas: { a: open } }, { dependentSchemas: { a: {} } }],
  [
    "that is written as unevaluatedProperties",
    { anyOf: [two, { ...one, unevaluatedProperties: true }] },
    { anyOf: [two, one] },
  ],
])("diff sees an additionalProperties that allows everything %s", (_, before, after) => {
  const [from, to] = [
    { ...before, ...closed },
    { ...after, ...closed },
  ];
  expect(listKinds(from, to)).toEqual(["unevaluated-properties-forbidden"]);
  expect(listKinds(to, from)).toEqual(["unevaluated-properties-allowed"]);
  expect(listKinds(before, after).join()).not.toMatch(/unevaluated-properties-(?:forb|all)/u);
});

test("diff sees an unevaluatedItems that allows everything in an alternative", () => {
  const outer = { unevaluatedItems: false };
  const [few, some] = [{ maxItems: 2 }, { minItems: 1 }];
  const from = { anyOf: [few, { ...some, unevaluatedItems: true }], ...outer };
  const to = { anyOf: [few, some], ...outer };
  expect(listKinds(from, to)).toEqual(["unevaluated-items-forbidden"]);
  expect(listKinds(to, from)).toEqual(["unevaluated-items-allowed"]);
});

test.each<[string, unknown, unknown]>([
  [
    "a nullable list of values",
    { anyOf: [{ type: "string", enum: ["a"] }, { type: "null" }] },
    { type: ["string", "null"], enum: ["a", null] },
  ],
  [
    "alternatives that differ by a tag",
    { anyOf: [{ const: 1 }, { const: 2 }] },
    { oneOf: [{ const: 1 }, { const: 2 }] },
  ],
  ["an order of members", { enum: [{ a: 1, b: 2 }] }, { enum: [{ b: 2, a: 1 }] }],
  [
    "parts of an object",
    { allOf: [a, { properties: { b: string } }] },
    { ...a, properties: { a: string, b: string } },
  ],
])("%s written in another way is not a change of its meaning", (_, before, after) => {
  const kinds = listKinds(before, after);
  expect(kinds.filter((kind) => kind !== "document-spelling-changed")).toEqual([]);
});
// biome-ignore-end lint/suspicious/noThenProperty: a keyword of JSON Schema.
