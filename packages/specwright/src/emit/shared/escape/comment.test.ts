import { expect, test } from "vitest";
import { hostileTexts } from "../../../../test/hostile-texts.ts";
import { escapeComment } from "./comment.ts";

test.each([
  ["a */ b", "a *\\/ b"],
  ["a */ b */ c", "a *\\/ b *\\/ c"],
  ["a\r\nb\rc\u2028d", "a\nb\nc\nd"],
  ["@deprecated", "\\@deprecated"],
  ["x\n  * @type {Y}", "x\n  * \\@type {Y}"],
  ["mail a@b.c", "mail a@b.c"],
  ["see @deprecated", "see \\@deprecated"],
  ["`install @a/b`", "`install \\@a/b`"],
  ["//# sourceMappingURL=x", "// # sourceMappingURL=x"],
  ["/*#__PURE__*/ f()", "/* # __PURE__*\\/ f()"],
  ["\u202eabc\0", "abc"],
  ["a\u061cb\u3164c\u{e0061}d\u00ade", "abcde"],
  ["نمی\u200cخواهم 👩\u200d🚀 ❤\ufe0f", "نمی\u200cخواهم 👩\u200d🚀 ❤\ufe0f"],
  ["\ud800", "\ufffd"],
])("%j becomes %j", (text, comment) => {
  expect(escapeComment(text)).toBe(comment);
});

test("a hostile text never ends its comment", () => {
  for (const text of hostileTexts) {
    const comment = escapeComment(text);
    expect(new Function(`const value = /** ${comment} */ "after"; return value;`)(), comment).toBe(
      "after",
    );
    expect(comment).not.toContain("*/");
    expect(comment.isWellFormed()).toBe(true);
  }
});
