import { expect, test } from "vitest";
import { hostileTexts } from "../../../../test/hostile-texts.ts";
import { escapeString } from "./string.ts";

test.each([
  ["plain", '"plain"'],
  ['a "quote"', '"a \\"quote\\""'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a template is what is tested.
  ["it's ${x} `y`", '"it\'s ${x} `y`"'],
  ["a\u2028b", '"a\\u2028b"'],
  ["\ud800", '"\\ud800"'],
  ["</script>", '"\\u003c/script>"'],
  ["</SCRIPT>", '"\\u003c/SCRIPT>"'],
  ["//# sourceMappingURL=x", '"//\\u0023 sourceMappingURL=x"'],
  ["\u202e", '"\\u202e"'],
  ["\u061c\u3164\u{e0061}", '"\\u061c\\u3164\\udb40\\udc61"'],
  ["😀", '"😀"'],
])("%j becomes %s", (text, literal) => {
  expect(escapeString(text)).toBe(literal);
});

test("a literal of a hostile text evaluates to that text and holds no line break or half of a character", () => {
  for (const text of hostileTexts) {
    const literal = escapeString(text);
    expect(new Function(`return ${literal};`)(), literal).toBe(text);
    expect(literal).not.toMatch(/[\n\r\u2028\u2029]|<\/script/i);
    expect(literal.isWellFormed()).toBe(true);
  }
});
