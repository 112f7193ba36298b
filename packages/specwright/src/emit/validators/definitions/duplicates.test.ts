import { expect, test } from "vitest";
import type { Schema } from "../../../document/model/model.ts";
import { findDuplicates } from "./duplicates.ts";

function object(pointer: string, size: number, members: Omit<Schema, "location"> = {}): Schema {
  const properties = Array.from({ length: size }, (_, index): [string, Schema] => [
    `p${index}`,
    { location: { file: "", pointer: `${pointer}/${index}` }, types: ["string"] },
  ]);
  return { location: { file: "", pointer }, properties: new Map(properties), ...members };
}

function holder(...schemas: readonly Schema[]): Schema {
  return { location: { file: "", pointer: "" }, allOf: schemas };
}

test("the first of several equal objects stands for all of them", () => {
  const [first, second, third] = [object("/a", 8), object("/b", 8), object("/c", 9)];
  const duplicates = findDuplicates([holder(first, second, third)], []);
  expect([...duplicates]).toEqual([
    [second, first],
    [first, first],
  ]);
});

test("descriptions make no difference, keywords do", () => {
  const first = object("/a", 8);
  const described = object("/b", 8, { description: "b", title: "B" });
  const required = object("/c", 8, { required: ["p1"] });
  const duplicates = findDuplicates([holder(first, described, required)], []);
  expect(duplicates.get(described)).toBe(first);
  expect(duplicates.get(required)).toBeUndefined();
});

test("properties named like keywords do not make objects equal", () => {
  const first = object("/a", 8);
  const [[name, text] = ["", first], ...others] = first.properties ?? [];
  // A single property whose name reads like the text of both properties.
  const hidden = new Map([[`${name}\nproperties 0 ${others[0]?.[0]}`, text], ...others.slice(1)]);
  const duplicates = findDuplicates([holder(first, { ...first, properties: hidden })], []);
  expect(duplicates.size).toBe(0);
});

test("small objects, components and schemas that depend on their place stay where they are", () => {
  const component = object("/components/schemas/A", 8);
  const anchored = { dynamicAnchor: "a" };
  const schemas = [
    object("/a", 3),
    object("/b", 3),
    object("/c", 8, anchored),
    object("/d", 8, anchored),
  ];
  expect(findDuplicates([component, holder(...schemas)], []).size).toBe(0);
});

test("an object inside of duplicates only is not a duplicate by itself", () => {
  const outer = (pointer: string): Schema =>
    object(pointer, 8, { items: object(`${pointer}/items`, 8) });
  const [first, second] = [outer("/a"), outer("/b")];
  const duplicates = findDuplicates([holder(first, second)], []);
  expect([...duplicates.keys()]).toEqual([second, first]);
});
