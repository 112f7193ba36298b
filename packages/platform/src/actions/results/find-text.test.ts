import { expect, test } from "vitest";
import { findText } from "./find-text.ts";

const value = {
  items: [
    { title: "The left ARM does not lift", state: "open", "a/b": 7 },
    { title: "x".repeat(500), arms: { count: 2 } },
  ],
};

test("a text is found in names and values, in upper or lower case, with its place", () => {
  expect([...findText(value, "arm")]).toEqual([
    { pointer: "/items/0/title", text: "The left ARM does not lift" },
    { pointer: "/items/1/arms", text: "{…}" },
  ]);
  expect([...findText(value, "7")]).toEqual([{ pointer: "/items/0/a~1b", text: "7" }]);
  expect([...findText(value.items[1], "count", ["items", "1"])]).toEqual([
    { pointer: "/items/1/arms/count", text: "2" },
  ]);
  expect([...findText(value, "nothing of this")]).toEqual([]);
});

test("of a long text, the part around is shown", () => {
  const long = { body: `${"a".repeat(1_000)} needle ${"b".repeat(1_000)}` };
  const [match] = findText(long, "NEEDLE");
  expect(match?.pointer).toBe("/body");
  expect(match?.text).toMatch(/^…a+ needle b+…$/);
  expect(match?.text.length).toBeLessThan(200);
});
