import { expect, test } from "vitest";
import { listPatternTexts, type TextPiece } from "./list-texts.ts";

/** The shortest and the longest text of pieces, with their first characters. */
function write(pieces: readonly TextPiece[], bound: 1 | 2): string {
  return pieces
    .map((piece) =>
      typeof piece === "string" ? piece : ([...piece[0]][0] ?? "").repeat(piece[bound]),
    )
    .join("");
}

test.each([
  "^ord_[0-9]{6}$",
  "^(?:cat|dog)s?$",
  "^[^a-z]+$",
  "^\\p{Lu}\\d*(?:-[xyz]{2,})*$",
  "[é]{2}",
  "\\A[a-z]+\\z",
])("every text of %s matches it", (pattern) => {
  for (const more of [0, 1, 4, 40]) {
    const texts = listPatternTexts(pattern, { more, preferred: "abc0" });
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts.flatMap((pieces) => [write(pieces, 1), write(pieces, 2)])) {
      expect(text).toMatch(new RegExp(pattern.replace("\\A", "^").replace("\\z", "$"), "u"));
    }
  }
});

test("a pattern that cannot be read has no texts", () => {
  expect(listPatternTexts("(?", { more: 4 })).toEqual([]);
});

test("texts have a length within bounds if the pattern allows it", () => {
  const list = (pattern: string) =>
    listPatternTexts(pattern, { more: 40, preferred: "b", minLength: 5, maxLength: 7 });
  expect(list("^a[bc]*$")).toEqual([["a", ["b", 4, 6]]]);
  expect(list("^abc$")).toEqual([["abc"]]);
});

test.each([
  "^(?:(?:(?:ab){1000}){1000}){1000}$",
  "^(?:(?:(?:a{1000}){1000}){1000}){1000}$",
  "^(?:(?:ab?){60000}(?:cd?){60000})$",
])("a pattern whose shortest text is very long has none: %s", (pattern) => {
  expect(listPatternTexts(pattern, { more: 4 })).toEqual([]);
});

test("what has no characters may be repeated any number of times", () => {
  expect(listPatternTexts("^(?:^){1000000000}a$", { more: 4 })).toEqual([["a"]]);
});
