import { expect, test } from "vitest";
import { matchInput } from "../query.ts";

test("queries with these members in their input match, whatever their operation is", () => {
  const matches = matchInput({ id: 1, tags: ["a"] });
  expect(matches({ queryKey: ["pets", "getPet", { id: 1, tags: ["a"], more: true }] })).toBe(true);
  expect(matches({ queryKey: ["visits", "list", { id: 1, tags: ["a"] }, "infinite"] })).toBe(true);
  expect(matches({ queryKey: ["pets", "getPet", { id: 2, tags: ["a"] }] })).toBe(false);
  expect(matches({ queryKey: ["pets", "getPet", { id: 1 }] })).toBe(false);
});

test("keys of other code never match, and neither do members of prototypes", () => {
  expect(matchInput({ id: 1 })({ queryKey: [] })).toBe(false);
  expect(matchInput({ id: 1 })({ queryKey: ["a", "b", null] })).toBe(false);
  expect(matchInput({ id: 1 })({ queryKey: ["a", "b", "id"] })).toBe(false);
  const inherited: object = Object.create({ id: 1 });
  expect(matchInput({ id: 1 })({ queryKey: ["a", "b", inherited] })).toBe(false);
});
