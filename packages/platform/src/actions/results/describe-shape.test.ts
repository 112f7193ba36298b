import { expect, test } from "vitest";
import { describeShape } from "./describe-shape.ts";

test.each([
  [
    { total: 2, ok: true, none: null, name: "Ada" },
    "{ total: number, ok: boolean, none: null, name: text }",
  ],
  [{ items: [{ id: 1, note: "a" }, { id: 2 }] }, "{ items: [2 × { id: number, note?: text }] }"],
  [{ items: [1, "a", null] }, "{ items: [3 × text | number | null] }"],
  [{ empty: [], nothing: {} }, "{ empty: [0], nothing: {} }"],
  [{ lists: [[1], [1, 2, 3]] }, "{ lists: [2 × [1–3 × number]] }"],
  [{ body: "x".repeat(4_000) }, "{ body: text of 4000 characters }"],
  [{ "a b": 1 }, '{ "a b": number }'],
])("the shape of %j", (value, shape) => {
  expect(describeShape(value, 1_000)).toBe(shape);
});

test("deep levels, further members and further items are left out until the description is short enough", () => {
  let deep: unknown = 1;
  for (let level = 0; level < 200; level += 1) {
    deep = { [`level${level}`]: deep };
  }
  const wide = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`member${at}`, at]));
  const value = { deep, wide, many: Array.from({ length: 10_000 }, () => wide) };
  for (const longest of [20, 100, 1_000, 10_000]) {
    expect(describeShape(value, longest).length).toBeLessThanOrEqual(longest);
  }
  expect(describeShape(value, 10_000)).toContain("over 40 members");
  expect(describeShape(value, 100)).toBe(
    "{ deep: { 1 members }, wide: { over 40 members }, many: [10000] }",
  );
});
