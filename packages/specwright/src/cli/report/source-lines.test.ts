import { expect, test } from "vitest";
import { createSourceLines, openSourceLines } from "./source-lines.ts";

test.each(["", "one", "one\n", "\n\n", "größer\nüber\r\nlast"])(
  "the lines of %j are those between its newlines, in any order",
  (text) => {
    const expected = text.split("\n");
    const findLine = createSourceLines(Buffer.from(text));
    const numbers = [...expected.keys()].map((index) => index + 1);
    expect(findLine(expected.length + 1)).toBeUndefined();
    expect(numbers.toReversed().map(findLine)).toEqual(expected.toReversed());
  },
);

test("a folder and a missing file have no lines", () => {
  expect(openSourceLines(import.meta.dirname)).toBeUndefined();
  expect(openSourceLines("missing.yaml")).toBeUndefined();
});
