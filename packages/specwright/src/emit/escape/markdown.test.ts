import { expect, test } from "vitest";
import { escapeMarkdown } from "./markdown.ts";

test.each([
  ["List tools", "List tools"],
  ["a_b*c", "a\\_b\\*c"],
  ["[x](javascript:alert(1))", "\\[x\\]\\(javascript:alert\\(1\\)\\)"],
  ["<img src=x onerror=alert(1)>", "&lt;img src=x onerror=alert\\(1\\)&gt;"],
  ["&lt;", "&amp;lt;"],
  ["a\n# b", "a \\# b"],
  ["- item", "\\- item"],
  ["1. item", "1\\. item"],
  ["a | b", "a \\| b"],
  ["`code`", "\\`code\\`"],
  ["https://evil.example", "https\\://evil.example"],
])("%j becomes %j", (text, markdown) => {
  expect(escapeMarkdown(text)).toBe(markdown);
});
