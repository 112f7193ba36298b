import { expect, test } from "vitest";
import {
  buildObjectSchema,
  location,
  print,
  refer,
  string,
} from "../../../../../test/printed-type.ts";
import type { Schema } from "../../../../document/model/model.ts";

const needs = (name: string): Schema => ({ location, required: [name] });

const needsOfObject = (name: string): Schema => ({ ...needs(name), types: ["object"] });

const closed: Schema = {
  location,
  types: ["object"],
  additionalProperties: { location, boolean: false },
};

test.each<[string, Schema, string]>([
  [
    "anyOf of required",
    buildObjectSchema({ a: string }, { anyOf: [needs("a"), needs("b")] }),
    "{ a?: string; }",
  ],
  [
    "oneOf of required",
    buildObjectSchema({ a: string }, { oneOf: [needs("a"), needs("b")] }),
    "{ a?: string; }",
  ],
  [
    "anyOf of objects with required",
    buildObjectSchema({ a: string }, { anyOf: [needsOfObject("a"), needsOfObject("b")] }),
    "{ a?: string; }",
  ],
  [
    "oneOf of objects with required",
    buildObjectSchema({ a: string }, { oneOf: [needsOfObject("a"), needs("b")] }),
    "{ a?: string; }",
  ],
  ["anyOf of formats", { ...string, anyOf: [{ location, format: "ipv4" }] }, "string"],
  [
    "anyOf in a part of allOf",
    { location, allOf: [refer("A", string), { location, anyOf: [needs("a"), needs("b")] }] },
    'components["schemas"]["A"]',
  ],
  [
    "an object without members in allOf",
    { location, allOf: [refer("A", string), { location, types: ["object"] }] },
    'components["schemas"]["A"]',
  ],
  [
    "an object that may be null",
    buildObjectSchema(
      { a: string },
      { types: ["object", "null"], anyOf: [needs("a"), needs("b")] },
    ),
    "{ a?: string; } | null",
  ],
  [
    "an object of no members",
    { location, types: ["object"], anyOf: [needs("b")] },
    "Record<string, unknown>",
  ],
  [
    "one alternative of several",
    buildObjectSchema({ a: string }, { anyOf: [needs("a"), buildObjectSchema({ b: string })] }),
    "{ a?: string; } | { b?: string; }",
  ],
  [
    "a closed object, which does say something",
    { location, allOf: [refer("A", string), closed] },
    'components["schemas"]["A"] & Record<string, never>',
  ],
  ["alternatives of anything", { location, anyOf: [needs("a"), string] }, "unknown | string"],
])("keywords that say nothing about types leave them as they are: %s", (_, schema, type) => {
  expect(print(schema)).toBe(type);
});

test("as openapi-typescript has it, such alternatives make a type unknown", () => {
  const options = { likeOpenapiTypescript: true };
  const required = buildObjectSchema({ a: string }, { anyOf: [needs("a"), needs("b")] });
  expect(print(required, options)).toBe("{ a?: string; } | unknown");
  const empty: Schema = { location, allOf: [refer("A", string), needsOfObject("a")] };
  expect(print(empty, options)).toBe('components["schemas"]["A"] & Record<string, never>');
});
