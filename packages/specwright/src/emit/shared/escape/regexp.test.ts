import { readPattern } from "@specwright/patterns";
import { expect, test } from "vitest";
import { hostileTexts } from "../../../../test/hostile-texts.ts";
import { escapeRegExp } from "./regexp.ts";

test.each([
  ["^a+$", "/^a+$/u"],
  ["a/b", "/a\\/b/u"],
  ["", "/(?:)/u"],
  ["a\nb", "/a\\nb/u"],
  ["\\_", "/_/u"],
  ["\\A[[:xdigit:]]\\z", "/^[0-9A-Fa-f]$/u"],
  ["(?i)a", "/a/iu"],
  ["\\h", undefined],
  ["(", undefined],
  ["a\u202e\0", "/a\\u{202e}\\u{0}/u"],
  ["\\_\\\ud800\u202e", "/_\\u{d800}\\u{202e}/u"],
  ["/*# sourceMappingURL=x", "/\\/*\\u{23} sourceMappingURL=x/u"],
  ["<!--", "/\\u{3c}!--/u"],
  ["\ud83d\\udc00", "/\\u{d83d}\\udc00/u"],
])("%j becomes %s", (pattern, literal) => {
  expect(escapeRegExp(pattern)).toBe(literal);
});

test("a literal of a hostile pattern evaluates to one expression that means the same", () => {
  for (const text of hostileTexts) {
    const literal = escapeRegExp(text);
    if (literal !== undefined) {
      const expression: unknown = new Function(`return ${literal};`)();
      expect(expression).toBeInstanceOf(RegExp);
      expect(literal).not.toMatch(/[\n\r\u2028\u2029]/);
      expect(literal.isWellFormed()).toBe(true);
      const { source = "", flags } = { flags: "u", ...readPattern(text) };
      for (const value of hostileTexts) {
        expect((expression as RegExp).test(value)).toBe(new RegExp(source, flags).test(value));
      }
    }
  }
});
