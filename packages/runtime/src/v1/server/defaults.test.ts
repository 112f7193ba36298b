import { expect, test } from "vitest";
import * as z from "zod";
import { fillDefaults, putDefaults } from "./defaults.ts";

test("defaults fill missing values, and each request gets its own copy", () => {
  const defaults = { values: { limit: 20, tags: ["a"] } };
  const [first, second, given] = [{}, {}, { limit: null, tags: [] }];
  for (const value of [first, second, given]) {
    fillDefaults(value, defaults, { plans: {}, schemas: {} });
  }
  expect(first).toEqual({ limit: 20, tags: ["a"] });
  expect(first).not.toBe(second);
  expect((first as { tags?: unknown }).tags).not.toBe((second as { tags?: unknown }).tags);
  expect(given).toEqual({ limit: null, tags: [] });
});

test("plans go through properties, items, other properties, further plans and shared ones in circles", () => {
  const plans = {
    Node: { values: { kind: "leaf" }, properties: { children: { items: "Node" } } },
  };
  const plan = {
    properties: { root: "Node" },
    additional: { values: { extra: true } },
    all: [{ values: { a: 1 } }],
  };
  const value = { root: { children: [{}, { kind: "x", children: [{}] }] }, other: {}, text: "t" };
  fillDefaults(value, plan, { plans, schemas: {} });
  expect(value).toEqual({
    a: 1,
    root: {
      kind: "leaf",
      children: [{ kind: "leaf" }, { kind: "x", children: [{ kind: "leaf" }] }],
    },
    other: { extra: true },
    text: "t",
  });
});

test("the alternative that the value fits is followed", () => {
  const plans = { Cat: { values: { lives: 9 } }, Dog: { values: { barks: true } } };
  const schemas = {
    Cat: z.object({ kind: z.literal("cat") }),
    Dog: z.object({ kind: z.literal("dog") }),
  };
  const value = [{ kind: "cat" }, { kind: "dog" }, { kind: "cow" }];
  fillDefaults(value, { items: { fitting: ["Cat", "Dog"] } }, { plans, schemas });
  expect(value).toEqual([{ kind: "cat", lives: 9 }, { kind: "dog", barks: true }, { kind: "cow" }]);
});

test("an alternative is followed where the property that distinguishes it has one of its values", () => {
  const tagged = [
    { property: "kind", values: ["cat", "lion"], plan: { values: { lives: 9 } } },
    { property: "kind", values: ["dog"], plan: "Dog" },
    { property: "toString", values: [Object.prototype.toString], plan: { values: { wrong: 1 } } },
  ];
  const value = [{ kind: "lion" }, { kind: "dog" }, { kind: "cow" }, {}, []];
  const plans = { Dog: { values: { barks: true } } };
  fillDefaults(value, { items: { tagged } }, { plans, schemas: {} });
  expect(value).toEqual([
    { kind: "lion", lives: 9 },
    { kind: "dog", barks: true },
    { kind: "cow" },
    {},
    [],
  ]);
});

test("a default called __proto__ is a member and no prototype", () => {
  const value = {};
  putDefaults(value, JSON.parse('{"__proto__": {"polluted": true}, "toString": 1}'));
  expect(Object.keys(value)).toEqual(["__proto__", "toString"]);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});
