import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { hostileTexts } from "../../../../test/hostile-texts.ts";
import { escapeMarkdown } from "./markdown.ts";

// A parser that is not ours. This version has no declarations.
const { marked } = createRequire(import.meta.url)("marked") as {
  readonly marked: (text: string, options: object) => string;
};

/** The HTML elements that Markdown produces, including GitHub's extensions. */
const markup: readonly string[] = [
  ...hostileTexts,
  "# heading",
  "heading\n===",
  "===",
  "heading\n---",
  "---",
  "- item",
  "+ item",
  "12. item",
  "12) item",
  "    code",
  "\tcode",
  "> quote",
  "*a* _b_ __c__ ~~d~~",
  "`code` ``code``",
  "```js\ncode\n```",
  "~~~\ncode\n~~~",
  "[a](javascript:alert(1))",
  "![a](x)",
  "[a]: /x",
  "[^1]",
  "| a | b |\n|---|---|\n| 1 | 2 |",
  "<b>bold</b>",
  "<https://a.example>",
  "https://a.example and www.a.example",
  "ada@example.com",
  "&lt;b&gt; &#60;",
  "- [ ] task",
  "line  \nbreak",
  "a\\\nb",
  "a\u0085b\vc\fd",
  "$x$",
];

test.each(markup)("%j is shown as it is, as one paragraph", (text) => {
  const escaped = escapeMarkdown(text);
  expect(escaped).not.toContain("\n");
  // Some texts do not have a visible part.
  const shown = escaped === "" ? "" : `<p>${writeEntities(showText(text))}</p>\n`;
  expect(marked(escaped, { gfm: true, headerIds: false, mangle: false })).toBe(shown);
});

test("ordinary sentences keep their looks in the source", () => {
  const text = "Notes (v2), e.g. short texts: up to 1.5 kB - it's fast!";
  expect(escapeMarkdown(text)).toBe(text);
});

function showText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\0\u202a-\u202e\ufeff]/g, (mark) => (mark === "\ufeff" ? " " : ""))
    .replace(/[\s\u0085]+/g, " ")
    .trim();
}

function writeEntities(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
