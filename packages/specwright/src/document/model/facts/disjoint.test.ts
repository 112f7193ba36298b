import { expect, test } from "vitest";
import type { Schema } from "../model.ts";
import { areDisjoint, findTag } from "./disjoint.ts";

const location = { file: "", pointer: "" };
const text: Schema = { location, types: ["string"] };
const number: Schema = { location, types: ["number"] };

function animal(kind: readonly unknown[], isRequired = true): Schema {
  return {
    location,
    types: ["object"],
    ...(isRequired ? { required: ["kind"] } : {}),
    properties: new Map([["kind", { location, enum: kind }]]),
  };
}

test("schemas of different types have no value in common", () => {
  expect(areDisjoint([text, number])).toBe(true);
  expect(areDisjoint([text, { location, types: ["string", "null"] }])).toBe(false);
  expect(areDisjoint([text, { location }])).toBe(false);
});

test("schemas have no value in common if each lists its values and no value is in two lists", () => {
  const list = (...values: readonly string[]): Schema => ({ location, enum: values });
  const either = list("a", "b");
  expect(areDisjoint([list("a"), list("b")])).toBe(true);
  expect(areDisjoint([either, list("b")])).toBe(false);
  // Any text fits the second schema, also one that the first lists.
  expect(areDisjoint([either, text])).toBe(false);
  expect(areDisjoint([text, either])).toBe(false);
});

test("objects are distinguished by a required property with a list of texts or numbers", () => {
  expect(findTag([animal(["cat", "lion"]), animal(["dog"])])).toEqual({
    name: "kind",
    values: [["cat", "lion"], ["dog"]],
  });
  expect(findTag([animal(["cat"]), animal(["dog"])], (name) => name !== "kind")).toBeUndefined();
  expect(findTag([animal(["cat"]), animal(["cat", "dog"])])).toBeUndefined();
  expect(findTag([animal(["cat"]), animal(["dog"], false)])).toBeUndefined();
  expect(findTag([animal([1]), animal([2])])?.name).toBe("kind");
  expect(findTag([animal([true]), animal([false])])).toBeUndefined();
  expect(
    findTag([animal(["cat"]), { ...animal(["dog"]), types: ["object", "null"] }]),
  ).toBeUndefined();
});

test("references are followed", () => {
  const ref: Schema = { location, ref: { text: "", target: animal(["dog"]) } };
  expect(findTag([animal(["cat"]), ref])?.name).toBe("kind");
});
