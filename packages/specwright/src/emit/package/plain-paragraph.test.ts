import { expect, test } from "vitest";
import { takePlainParagraph } from "./plain-paragraph.ts";

test.each([
  [
    "Everything that a **shop** sells. See <https://docs.example>.",
    "Everything that a shop sells. See https://docs.example.",
  ],
  [
    "# Introduction\r\n\r\nThe [API](https://a.example) of\r\n`notes`, *short* _texts_.\r\n\r\nMore.",
    "The API of notes, short texts.",
  ],
  ["Title\n=====\n\nText.", "Title"],
  ["a snake_case_name, 2 * 3 * 4 and **open", "a snake_case_name, 2 * 3 * 4 and **open"],
  ["# Only a heading", ""],
  ["", ""],
  [undefined, ""],
])("%j is shown as %j", (description, text) => {
  expect(takePlainParagraph(description)).toBe(text);
});

test("a long paragraph is cut at a word, whatever marks it has", () => {
  for (const part of ["words ", "**", "[](", "`", "<https://", "_a", "![a](b) "]) {
    const text = takePlainParagraph(part.repeat(20_000));
    expect(text.length).toBeLessThanOrEqual(1202);
  }
  expect(takePlainParagraph("words ".repeat(200))).toMatch(/^(?:words )+…$/);
});
