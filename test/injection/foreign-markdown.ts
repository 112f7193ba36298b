import { readMarkdown, type Token } from "./markdown.ts";
import { parseSyntax } from "./syntax.ts";

/** The Markdown that reports of changes consist of. */
const own: ReadonlySet<string> = new Set([
  "space",
  "list",
  "list_item",
  "paragraph",
  "text",
  "escape",
  "codespan",
  "strong",
]);

/** Titles of `render-markdown.ts` and `changelog.ts`. Below the third level are the names of operations. */
const titles = [
  /^@acme\/api-client$/,
  /^(?:2\.0\.0 \(2026-11-27\)|Breaking|Potentially breaking|Compatible|Documentation)$/,
];

/**
 * Finds Markdown that a report of changes does not write itself: HTML, an image, a table, a line, a title, code in another
 * language, or a link to elsewhere. Reports cannot be compared with those of a harmless text, because a text decides which
 * changes there are and in which order.
 *
 * @param links the beginning of every address
 */
export function findForeignMarkdown(content: string, links: string): string | undefined {
  const visit = (tokens: readonly Token[]): string | undefined => {
    for (const token of tokens) {
      const foreign = describeForeign(token, links) ?? visit(token.tokens ?? token.items ?? []);
      if (foreign !== undefined) {
        return foreign;
      }
    }
    return undefined;
  };
  return visit(readMarkdown(content));
}

function describeForeign(token: Token, links: string): string | undefined {
  const { type, text = "", depth = 0, href = "", lang } = token;
  const isOwn =
    own.has(type) ||
    (type === "link" && href.startsWith(links)) ||
    (type === "heading" && (titles[depth - 1]?.test(text) ?? depth === 3)) ||
    (type === "code" && isOwnCode(lang, text));
  return isOwn ? undefined : `has a ${type} of the document: ${JSON.stringify(text || href)}`;
}

/** Code of a client as it is, or as it changes: a line for each, with `-` or `+`. */
function isOwnCode(lang: string | undefined, text: string): boolean {
  return lang === "diff"
    ? text.split("\n").every((line) => /^[-+ ]/.test(line))
    : lang === "ts" && parseSyntax("snippet.ts", text).errors.length === 0;
}
