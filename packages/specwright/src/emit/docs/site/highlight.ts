import { createRequire } from "node:module";
import { escapeHtml } from "../../shared/escape/html.ts";

/** The part of highlight.js that is used. Its own types declare the whole DOM for every file of the project. */
interface Highlighter {
  registerLanguage(name: string, language: unknown): void;
  highlight(code: string, options: { readonly language: string }): { readonly value: string };
}

const require = createRequire(import.meta.url);
// The type is that of version 11.
const highlighter = require("highlight.js/lib/core") as Highlighter;
const known = ["bash", "diff", "go", "http", "json", "python", "sql", "typescript", "yaml"];
for (const name of known) {
  highlighter.registerLanguage(name, require(`highlight.js/lib/languages/${name}`));
}

/** Other names under which documents write the languages. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ["curl", "bash"],
  ["javascript", "typescript"],
  ["js", "typescript"],
  ["jsonc", "json"],
  ["jsx", "typescript"],
  ["node", "typescript"],
  ["py", "python"],
  ["sh", "bash"],
  ["shell", "bash"],
  ["ts", "typescript"],
  ["tsx", "typescript"],
  ["yml", "yaml"],
]);

/** Only the first lines of longer code are coloured: each word that has a colour makes a page thirty bytes longer. */
const maximumLength = 4000;

/** Colours end before a longer line: the time of some patterns grows with the square of a line. */
const longLine = /^[^\n]{1000}/m;

/**
 * Code as HTML, coloured when its language is known. The text is escaped. Punctuation gets no element of its own: it has
 * no colour, and would be a third of all elements of a page with samples.
 */
export function highlightCode(code: string, language: string): string {
  const name = language.toLowerCase();
  const rule = otherNames.get(name) ?? name;
  const end = known.includes(rule) ? findEnd(code) : 0;
  if (end < 1) {
    return escapeHtml(code);
  }
  const coloured = highlighter
    .highlight(code.slice(0, end), { language: rule })
    .value.replace(/<span class="hljs-punctuation">([^<]*)<\/span>/g, "$1")
    .replaceAll('class="hljs-', 'class="');
  return `${coloured}${escapeHtml(code.slice(end))}`;
}

/** The place where the colours of a code end. */
function findEnd(code: string): number {
  const end = code.length <= maximumLength ? code.length : code.lastIndexOf("\n", maximumLength);
  const long = code.slice(0, Math.max(0, end)).search(longLine);
  return long === -1 ? end : long;
}
