import { expect, test } from "vitest";
import { cutText } from "./cut-text.ts";

test("a text is cut to a length, and no character is cut in half", () => {
  expect(cutText("abc", 3)).toBe("abc");
  expect(cutText("abcd", 3)).toBe("ab…");
  expect(cutText("a😀bc", 3)).toBe("a…");
  expect(cutText("a😀bc", 4)).toBe("a😀…");
});
