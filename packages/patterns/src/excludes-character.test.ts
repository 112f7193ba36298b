import { expect, test } from "vitest";
import { excludesCharacter } from "./excludes-character.ts";

test.each([
  "^[a-z0-9_-]+$",
  "^(?:a|b){2,}$",
  "^a$|^b$",
  "^\\d{4}-(\\d\\d)\\1$",
  "^(?!x)[^,]*$",
  "^\\w+(?=$)$",
  "\\A[a-z]+\\z",
])("no text with a comma fits %s", (pattern) => {
  expect(excludesCharacter(pattern, ",")).toBe(true);
});

test.each([
  "[a-z]+",
  "^[a-z]+",
  "[a-z]+$",
  "^a$|b",
  "^.*$",
  "^[^a]$",
  "^[+-9]+$",
  "^a,?b$",
  "^(a$)?",
  "^\\W$",
  "^[a-z]*$|",
  "(",
])("a text with a comma may fit %s", (pattern) => {
  expect(excludesCharacter(pattern, ",")).toBe(false);
});
