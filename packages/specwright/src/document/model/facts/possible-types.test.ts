import { expect, test } from "vitest";
import type { Schema } from "../model.ts";
import { anyType, findPossibleTypes, typeBits } from "./possible-types.ts";

const location = { file: "", pointer: "" };
const schema = (members: Omit<Schema, "location">): Schema => ({ location, ...members });
const text = schema({ types: ["string"] });
const { string, number, object } = typeBits;

test.each<[string, Omit<Schema, "location">, number]>([
  ["nothing said", {}, anyType],
  ["true", { boolean: true }, anyType],
  ["false", { boolean: false }, 0],
  ["types", { types: ["string", "integer"] }, string | number],
  ["values", { enum: [1, "a"] }, string | number],
  ["values of a type", { types: ["string"], enum: [1, "a"] }, string],
  ["a constant", { const: { value: {} } }, object],
  ["a reference", { ref: { text: "", target: text } }, string],
  ["allOf", { allOf: [text, schema({})] }, string],
  ["anyOf", { anyOf: [text, schema({ types: ["number"] })] }, string | number],
  ["oneOf", { oneOf: [text] }, string],
  ["not", { not: text }, anyType],
])("possible types: %s", (_title, members, types) => {
  expect(findPossibleTypes(schema(members))).toBe(types);
});

test("a schema that refers to itself in place may have any type", () => {
  const circular: Schema = {
    location,
    ref: {
      text: "#",
      get target() {
        return circular;
      },
    },
  };
  expect(findPossibleTypes(circular)).toBe(anyType);
});
