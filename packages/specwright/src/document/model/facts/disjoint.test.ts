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
