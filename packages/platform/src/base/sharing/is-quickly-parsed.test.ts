import { expect, test } from "vitest";
import { isQuicklyParsed } from "./is-quickly-parsed.ts";

const record = JSON.stringify({
  id: 1,
  name: 'a "quoted" {name}\\',
  tags: ["x"],
  nested: { y: null },
});

test.each([
  ["nothing", ""],
  ["a value", "12"],
  ["2 MiB of records", `[${Array(25_000).fill(record).join(",")}]`],
  ["2 MiB of numbers", `[${Array(1_000_000).fill("1").join(",")}]`],
  ["a text of brackets", JSON.stringify({ text: '[{"\\'.repeat(400_000) })],
  ["256 levels", `${"[".repeat(256)}${"]".repeat(256)}`],
  ["a string that does not end", `"${"[".repeat(1_000)}`],
])("%s is parsed", (_, text) => {
  expect(isQuicklyParsed(text)).toBe(true);
});

test.each([
  ["257 levels", `${"[".repeat(257)}${"]".repeat(257)}`],
  ["many empty objects", `[${Array(250_000).fill("{}").join(",")}]`],
  [
    "objects of very many members",
    `{"a":[{${Array.from({ length: 20_001 }, (_, index) => `"${index}":1`).join(",")}}]}`,
  ],
  ["many members", `[${Array(125_000).fill('{"a":1}').join(",")}]`],
])("%s are kept as they came", (_, text) => {
  expect(isQuicklyParsed(text)).toBe(false);
});
