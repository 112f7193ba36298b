import { expect, test } from "vitest";
import { wrapProse } from "./wrap-prose.ts";

test("long lines are broken between words, and short ones stay", () => {
  expect(wrapProse(["one two three four", "", "five"], 9)).toEqual([
    "one two",
    "three",
    "four",
    "",
    "five",
  ]);
  const long = "https://gateway.example.com/a/long/address";
  expect(wrapProse([`See ${long} there`], 12)).toEqual(["See", long, "there"]);
});

test("a line of 5 MB is broken as a short one is", () => {
  const lines = wrapProse(["word ".repeat(1_000_000).trim()], 9);
  expect(lines).toHaveLength(500_000);
  expect(new Set(lines)).toEqual(new Set(["word word"]));
});

test("the end of a long line moves to the next line of its paragraph, and no further", () => {
  expect(wrapProse(["one two three", "four", "", "five six seven", "- eight"], 10)).toEqual([
    "one two",
    "three four",
    "",
    "five six",
    "seven",
    "- eight",
  ]);
});

test("the rest of a list item is indented like its text", () => {
  expect(wrapProse(["- one two three", "  - four five six", "10. seven eight"], 11)).toEqual([
    "- one two",
    "  three",
    "  - four",
    "    five",
    "    six",
    "10. seven",
    "    eight",
  ]);
});

test("code, tables, headings, quotes and HTML stay as they are", () => {
  const fixed = [
    "```js",
    "const value = one + two;",
    "```",
    "~~~~",
    "~~~ not the end of the code",
    "~~~~",
    "    indented code is code",
    "| a table | has rows |",
    "a row | of a table | too",
    "# A heading is one line",
    "> a quote stays too",
    "<p>a paragraph of HTML</p>",
    "[name]: https://example.com the title",
    "==============",
  ];
  expect(wrapProse(fixed, 10)).toEqual(fixed);
});

test("no line begins with a word that would begin a list, a heading or a quote there", () => {
  const lines = wrapProse(["one two - three # four > five 1. six = seven * eight"], 8);
  expect(lines.join(" ")).toBe("one two - three # four > five 1. six = seven * eight");
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.filter((line) => /^(?:[-#>=*]|\d\.)/.test(line))).toEqual([]);
});
