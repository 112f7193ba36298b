import { describe, expect, test } from "vitest";
import { stripMarkdown } from "./strip-markdown.ts";

describe("a description", () => {
  test.each([
    ["# Pets\n\nA **shop** for *pets*.", "Pets\n\nA shop for pets."],
    ["See [the guide](https://example.com/a) and ![a cat](cat.png).", "See the guide and a cat."],
    ["Call `GET /pets` or ``x``.", "Call GET /pets or x."],
    ["- one\n* two\n  + three", "• one\n• two\n  • three"],
    ["> quoted\n\n```json\n{}\n```\n\n---\n\nend", "quoted\n\n{}\n\nend"],
    ["Title\n=====\ntext", "Title\ntext"],
    ["| a | b |\n|---|---|\n| 1 | 2 |", "| a | b |\n| 1 | 2 |"],
    ["one<br/>two <b>bold</b> <p>text</p>", "one\ntwo bold text"],
    ["_emphasis_ and __strong__", "emphasis and strong"],
    ["1\\. not a list", "1. not a list"],
    ["\n\n\na\r\nb\n\n\n\nc\n", "a\nb\n\nc"],
  ])("has its words without the marks: %j", (text, expected) => {
    expect(stripMarkdown(text)).toBe(expected);
  });

  test.each([
    "list_of_items of snake_case_names, and a*b*c",
    "<owner>/<repo>, 2 * 3 * 4, a < b > c",
    "A price in $ (about 5 [five])",
    "1. first\n2. second",
    "<script>alert(1)</script>",
  ])("that only looks like Markdown stays as it is: %j", (text) => {
    expect(stripMarkdown(text)).toBe(text);
  });

  test("of marks alone is read in one go", () => {
    for (const mark of ["*", "_", "`", "[", "](", "<b", "> ", "#", "- ", "|-", "\\", " ", "<a "]) {
      const text = mark.repeat(200_000);
      expect(stripMarkdown(`${text}x`).length).toBeLessThanOrEqual(text.length + 1);
    }
  });
});
