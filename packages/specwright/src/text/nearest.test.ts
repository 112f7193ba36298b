import { expect, test } from "vitest";
import { askDidYouMean, findNearest } from "./nearest.ts";

const keywords = [
  "then",
  "required",
  "properties",
  "readOnly",
  "type",
  "oneOf",
  "anyOf",
  "allOf",
  "not",
];

test.each([
  ["requred", "required"],
  ["propertes", "properties"],
  ["properteis", "properties"],
  ["readonly", "readOnly"],
  ["READONLY", "readOnly"],
  ["tpye", "type"],
])("%s is close to %s", (word, meant) => {
  expect(findNearest(word, keywords)).toEqual([meant]);
});

test.each(["nullable", "thing", "if", "", "x", "required", "unrelated", "a".repeat(100_000)])(
  "%s is close to nothing",
  (word) => {
    expect(findNearest(word, keywords)).toEqual([]);
  },
);

test("words that are equally close are all named, unless they are many", () => {
  expect(findNearest("Usr", ["User", "Usr2", "Pet"])).toEqual(["User", "Usr2"]);
  expect(findNearest("tag", ["tagA", "tagB", "tagC", "tagD"])).toEqual([]);
});

test("the message suggests the word that was probably meant, as it is written", () => {
  expect(askDidYouMean("clent", ["types", "client"])).toBe("Did you mean `client`? ");
  expect(askDidYouMean("Usr", ["User", "Usr2"])).toBe("Did you mean `User` or `Usr2`? ");
  expect(askDidYouMean("Usr", ["User"], (name) => `#/${name}`)).toBe("Did you mean `#/User`? ");
  expect(askDidYouMean("other", ["User"])).toBe("");
});
