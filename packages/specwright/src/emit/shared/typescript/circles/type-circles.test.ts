import { expect, test } from "vitest";
import { buildModelFrom } from "../../../../../test/build-model-from.ts";
import { findTypeCircles, isItself, leadsBack, type TypeCircles } from "./type-circles.ts";

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

function findCirclesIn(schemas: Readonly<Record<string, object>>): TypeCircles {
  return findTypeCircles(buildModelFrom({ components: { schemas } }));
}

test("schemas that lists lead back to have aliases", () => {
  const { aliases } = findCirclesIn({
    json: { anyOf: [{ type: "string" }, { type: "array", items: ref("json") }] },
    rule: { prefixItems: [ref("rules")] },
    rules: { type: "array", items: ref("rule") },
    rest: { type: "array", prefixItems: [{ type: "string" }], unevaluatedItems: ref("rest") },
    Node: { properties: { children: { type: "array", items: ref("Node") } } },
    Map: { additionalProperties: ref("Map") },
  });
  expect(Object.fromEntries(aliases)).toEqual({
    json: "CircularJson",
    rule: "CircularRule",
    rules: "CircularRules",
    rest: "CircularRest",
  });
});

test("schemas whose names have the same words have aliases of their own", () => {
  const list = (name: string): object => ({ type: "array", items: ref(name) });
  const { aliases } = findCirclesIn({ "a-b": list("a-b"), a_b: list("a_b") });
  expect(new Set(aliases.values()).size).toBe(2);
});

test("a schema leads back to the schema that it extends when it is one of its alternatives", () => {
  const circles = findCirclesIn({
    Pet: { oneOf: [ref("Cat"), ref("Fish")] },
    Cat: { allOf: [ref("Pet"), ref("Named")] },
    Fish: { allOf: [ref("Named")] },
    Named: {},
  });
  expect(leadsBack("Cat", "Pet", circles)).toBe(true);
  expect(leadsBack("Cat", "Named", circles)).toBe(false);
  expect(leadsBack("Fish", "Pet", circles)).toBe(false);
  expect(isItself("Pet", "Cat", circles)).toBe(false);
  expect(circles.aliases.size).toBe(0);
});

test("alternatives that only lead to each other are the same", () => {
  const circles = findCirclesIn({ A: { anyOf: [ref("B"), {}] }, B: ref("A"), C: ref("B") });
  expect(isItself("A", "B", circles)).toBe(true);
  expect(isItself("C", "B", circles)).toBe(false);
});
