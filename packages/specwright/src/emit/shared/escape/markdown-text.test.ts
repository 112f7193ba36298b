import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { fc } from "../../../../../../test/support/fast-check.ts";
import { hostileTexts } from "../../../../test/hostile-texts.ts";
import { escapeCodeSpan, fenceCode } from "../../../text/code-span.ts";
import { escapeMarkdownLabel } from "./markdown-label.ts";
import { escapeMarkdownLine, escapeMarkdownText } from "./markdown-text.ts";

// A parser that is not ours. This version has no declarations.
const { marked } = createRequire(import.meta.url)("marked") as {
  readonly marked: (text: string, options: object) => string;
};

function render(text: string): string {
  return marked(text, { gfm: true, headerIds: false, mangle: false });
}

/** The tags that Markdown itself produces. Every other tag would come from the document. */
const own =
  /<\/?(?:p|br|hr|h[1-6]|em|strong|del|code|pre|blockquote|[uo]l|li|table|thead|tbody|tr|t[hd]|a)>|<(?:code class="language-[^"<>]*"|ol start="\d+"|t[hd] align="\w+"|input (?:checked="" )?disabled="" type="checkbox")>/g;
const link = /<(?:a href|img src)="([^"<>]*)"(?: (?:title|alt)="[^"<>]*")*>/g;

/** Tags that Markdown does not produce, and addresses other than web addresses, mail addresses and relative ones. */
function findForeignTags(html: string): readonly string[] {
  const addresses = [...html.matchAll(link)].map(([, address = ""]) =>
    address.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))),
  );
  const isWeb = (address: string): boolean =>
    URL.canParse(address, "https://here.example/docs/") &&
    ["https:", "http:", "mailto:"].includes(
      new URL(address, "https://here.example/docs/").protocol,
    );
  return [
    ...addresses.filter((address) => !isWeb(address)),
    ...(html
      .replace(own, "")
      .replace(link, "")
      .match(/<[^>]*>?/g) ?? []),
  ];
}

test.each([
  ["# Title\n\n- a\n- b\n\n1. *c* **d**", "# Title\n\n- a\n- b\n\n1. *c* **d**"],
  ["see [a](https://a.example), [b](../b.md#c) or [d](mailto:e@f.example)", undefined],
  ["`<id>` and ``a ` <b>``", undefined],
  ["```html\n<b>\n```\nafter", undefined],
  ["| a | b |\n|---|---|\n| `x` | 1 < 2 |", undefined],
  ["a <b onclick=x>c</b>", "a &lt;b onclick=x>c&lt;/b>"],
  ["<!-- hidden -->", "&lt;!-- hidden -->"],
  ["[a](javascript:alert(1))", "[a&#93;(javascript:alert(1))"],
  ["[a](java&#115;cript:alert(1))", "[a&#93;(java&#115;cript:alert(1))"],
  ["[a]: data:text/html,x", "[a&#93;: data:text/html,x"],
  ["[a]:\n  vbscript:x", "[a&#93;:\n  vbscript:x"],
  ["[a](//other.example)", "[a&#93;(//other.example)"],
  ["<javascript:alert(1)>", "&lt;javascript:alert(1)>"],
  ["~~~\nopen", "~~~\nopen\n~~~"],
  ["~~~\n~~~```\n<b>\n~~~", "~~~\n~~~ ```\n<b>\n~~~"],
  ["~~~\na\n~~~\t\n<b>", "~~~\na\n~~~\n&lt;b>"],
  ["```\n````~~\n<b>\n```", "```\n```` ~~\n<b>\n```"],
  ["- x\n  ```\n<img src=x onerror=y>", "- x\n  \\```\n&lt;img src=x onerror=y>"],
  ["1. x\n   ```\n   y\n   ```\nz", undefined],
  ["- `\n- ` ` <img> `", "- `\n- ` ` &lt;img> `"],
  ["| a | b |\n|--|--|\n| ` | ` ` <img> ` |", "| a | b |\n|--|--|\n| ` | ` ` &lt;img> ` |"],
])("%j", (text, escaped) => {
  expect(escapeMarkdownText(text)).toBe(escaped ?? text);
});

const pieces = fc.array(
  fc.oneof(
    fc.constantFrom("\n", "\n\n", "```", "``", "`", "~~~", "<img src=x onerror=y>", "<b>", "</p>"),
    fc.constantFrom(
      "<script>x</script>",
      "](javascript:x)",
      "[a",
      "[a]:",
      "javascript:x",
      "\\",
      "|",
    ),
    fc.constantFrom(
      "- ",
      "> ",
      "  ",
      "    ",
      "\t",
      "1. ",
      "# ",
      "<!--",
      "-->",
      "&lt;",
      "<x:y>",
      "(",
    ),
    fc.constantFrom(
      "|--|--|",
      "html",
      " ",
      "a",
      "![",
      "](x)",
      ")",
      "]",
      "&#93;",
      "<a href='",
      "'>",
    ),
    fc.constantFrom(...hostileTexts),
  ),
  { maxLength: 14 },
);

test("a parser that is not ours finds no HTML and no unsafe address in the result", () => {
  fc.assert(
    fc.property(pieces, (parts) => {
      const text = parts.join("");
      const page = `# Title\n\n${escapeMarkdownText(text)}\n\n- ${escapeCodeSpan(text)}: ${escapeMarkdownLine(text)}\n- [${escapeMarkdownLabel(text)}](x.md)\n\n${fenceCode("json", text)}\n\nend <i>`;
      const html = render(page);
      // An open code block does not swallow the text at the end, and the check does find tags.
      expect(findForeignTags(html), page).toEqual(["<i>"]);
      expect(html.trimEnd().endsWith("<p>end <i></p>"), page).toBe(true);
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 3000) },
  );
});

test("no line ends a block of code for some readers only", () => {
  for (const text of ["~~~\n~~~```\n<img>\n~~~", "```\n```~~~``\n<img>\n```", "~~~\n~~~```"]) {
    expect(findForeignTags(render(`${escapeMarkdownText(text)}\n\nend <i>`))).toEqual(["<i>"]);
  }
});

test("a bracket in a span of two backticks ends no link, after which HTML could follow", () => {
  const text = escapeMarkdownLine("[a]:``](x)<img src=x onerror=y>``");
  expect(findForeignTags(render(`- ${text}\n\nend <i>`))).toEqual(["<i>"]);
});

test("code spans and fences show any text as it is", () => {
  for (const text of hostileTexts) {
    const span = escapeCodeSpan(text);
    expect(findForeignTags(render(`a ${span} b`))).toEqual([]);
    expect(span).not.toContain("\n");
    expect(render(fenceCode("", text)).match(/<pre>/g)).toHaveLength(1);
  }
});
