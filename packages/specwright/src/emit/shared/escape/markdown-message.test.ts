import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { hostileTexts } from "../../../../test/hostile-texts.ts";
import { escapeMarkdownMessage } from "./markdown-message.ts";

/** The members of a token of the parser `marked` that are used here. This version does not have type declarations. */
interface Token {
  readonly type: string;
  readonly tokens?: readonly Token[];
}
const { marked } = createRequire(import.meta.url)("marked") as {
  readonly marked: { readonly lexer: (text: string) => readonly Token[] };
};

function listTypes(tokens: readonly Token[]): readonly string[] {
  return tokens.flatMap(({ type, tokens: inner = [] }) => [type, ...listTypes(inner)]);
}

test.each([
  ["The tag `pets` is gone.", "The tag `pets` is gone."],
  ["`A`. `B`, (in responses) - `c`: 3", "`A`. `B`, (in responses) - `c`: 3"],
  ["`` a`b `` is new", "``a`b`` is new"],
  ["`a` <b> `c`", "`a` \\<b\\> `c`"],
  ["one ` alone", "one &#96; alone"],
  ["``two` alone", "&#96;&#96;two&#96; alone"],
  ["a\n## b\n\n`c\nd`", "a \\#\\# b `c d`"],
  ["- [x](https://a.b) @me", "\\- \\[x\\](https\\://a.b) \\@me"],
  ["", ""],
])("%j is written as %j", (message, written) => {
  expect(escapeMarkdownMessage(message)).toBe(written);
});

const markdown = [
  "`<img src=x onerror=alert(1)>`",
  "``` <b> ``` `",
  "`</code><script>alert(1)</script>",
  "a`\n\n# b\n\n```\n[c](javascript:alert(1))",
  "![a](https://a.b) <https://a.b> www.a.b @team",
];

test.each([...hostileTexts, ...markdown])("only text and code come from %j", (text) => {
  for (const message of [`\`${text}\` is now \`${text}\`.`, `Now ${text}, not \`${text}\``, text]) {
    const types = listTypes(marked.lexer(`- ${escapeMarkdownMessage(message)}`));
    const known = ["list", "list_item", "paragraph", "text", "codespan", "escape"];
    expect(types.filter((type) => !known.includes(type))).toEqual([]);
  }
});
