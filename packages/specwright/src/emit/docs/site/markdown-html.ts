import { Marked, type Token, type Tokens, type TokensList } from "marked";
import { withoutInvisible } from "../../../text/without-invisible.ts";
import { escapeHtml } from "../../shared/escape/html.ts";
import { isSafeAddress } from "../../shared/escape/markdown-text.ts";
import { createAnchors } from "../guides/heading-anchors.ts";
import { highlightCode } from "./highlight.ts";
import type { LocateFragment } from "./locate-fragment.ts";

/**
 * Renders Markdown of a document as HTML: see `createMarkdown`.
 *
 * @param highest The level of the highest heading in the text: one below that of the page around it. Default: 3. A text with
 *   headings of the second level is the page's main one, and its headings have addresses: `index.html#section/rate-limits`.
 * @param root The way from the page to the folder of the site. Default: `../`.
 */
export type RenderMarkdown = (text: string | undefined, highest?: number, root?: string) => string;

/**
 * Creates a renderer of a document's Markdown (CommonMark with tables and GitHub's notes, `[!NOTE]`). HTML in it is
 * displayed as text, except line breaks. Links lead only to addresses that `isSafeAddress` accepts. Headings follow
 * those of the page. The same text is rendered once.
 *
 * @param locate Finds the page of an address such as `#operation/listPets`. A link whose address is neither on a page nor
 *   that of a heading in the text is displayed as text, because it would lead nowhere.
 */
export function createMarkdown(locate: LocateFragment = () => undefined): RenderMarkdown {
  const known = new Map<string, string>();
  return (text, highest = 3, root = "../") => {
    if (text === undefined || text.trim() === "") {
      return "";
    }
    const key = `${highest}${root} ${text}`;
    const found = known.get(key);
    if (found !== undefined) {
      return found;
    }
    const html = plain.test(text)
      ? `<p>${text.trim()}</p>\n`
      : text.length > maximumMarkdown
        ? `<pre class="long">${escapeHtml(text)}</pre>\n`
        : renderText(text, highest, (fragment) => prefix(root, locate(fragment)));
    known.set(key, html);
    return html;
  };
}

/** One paragraph of words, which most descriptions are. */
const plain = /^[A-Za-z][A-Za-z0-9 ,.;()-]*$/;

/** Longer texts are displayed as they are written, because the time of some patterns grows with the square of the length. */
const maximumMarkdown = 200_000;

function prefix(root: string, page: string | undefined): string | undefined {
  return page === undefined ? undefined : `${root}${page}`;
}

function renderText(text: string, highest: number, locate: LocateFragment): string {
  const tokens = parseMarkdown(text);
  placeHeadings(tokens, highest);
  const headings = highest === 2 ? addressHeadings(tokens) : new Set<string>();
  walkMarkdown(tokens, (token) => {
    const fragment = token.type === "link" ? readFragment((token as Tokens.Link).href) : undefined;
    if (fragment !== undefined) {
      const heading = fragment.replace(/^section\/(?:.*\/)?/s, "").toLowerCase();
      // An empty address is displayed as text.
      const href = headings.has(heading) ? `#section/${heading}` : (locate(fragment) ?? "");
      Object.assign(token, { href });
    }
  });
  return markdown.parser(tokens);
}

/** The names of the headings of a page's main text, as their addresses have them. */
export function listSections(text: string): ReadonlySet<string> {
  return text.length > maximumMarkdown ? new Set() : addressHeadings(parseMarkdown(text));
}

/** Gives the headings of a page's main text addresses, and returns their names. */
function addressHeadings(tokens: readonly Token[]): ReadonlySet<string> {
  const nameHeading = createAnchors();
  const names = new Set<string>();
  walkMarkdown(tokens, (token) => {
    if (token.type === "heading") {
      const name = nameHeading(renderInline(token.tokens ?? []));
      names.add(name);
      // The words around it on the page have no such addresses.
      Object.assign(token, { id: `section/${name}` });
    }
  });
  return names;
}

/** The address inside the document that a link names: `#tag/pets` is `tag/pets`. */
function readFragment(href: string): string | undefined {
  if (!href.startsWith("#")) {
    return undefined;
  }
  try {
    return decodeURIComponent(href.slice(1));
  } catch {
    // A percent sign that is no escape stands for itself.
    return href.slice(1);
  }
}

/** Parses Markdown. Its invisible characters are removed first. */
export function parseMarkdown(text: string): TokensList {
  const tokens = markdown.lexer(withoutInvisible(text));
  walkMarkdown(tokens, (token) => {
    if (token.type === "blockquote" && note.test(token.text)) {
      Object.assign(token, { tokens: markdown.lexer(token.text.replace(note, "")) });
    }
  });
  return tokens;
}

/** Visits all tokens in the order of the text, each before its parts. */
export function walkMarkdown(tokens: readonly Token[], visit: (token: Token) => void): void {
  // `walkTokens` of marked copies the list of its results for each token.
  for (const token of tokens) {
    visit(token);
    if (token.type === "table") {
      // The types say what the tokens are.
      const { header, rows } = token as Tokens.Table;
      for (const cell of [header, ...rows].flat()) {
        walkMarkdown(cell.tokens, visit);
      }
    } else {
      const { items = [], tokens: inside = [] } = token as Partial<Tokens.List & Tokens.ListItem>;
      walkMarkdown(items, visit);
      walkMarkdown(inside, visit);
    }
  }
}

/** The HTML of parts of a line. */
export function renderInline(tokens: readonly Token[]): string {
  return markdown.Parser.parseInline([...tokens], markdown.defaults);
}

/**
 * Renders parsed Markdown as the text of a page of its own, with the same rules as `createMarkdown`. Its headings begin at
 * the second level.
 *
 * @param nameHeading The id of a heading, from its text as HTML. Called in the order of the headings.
 */
export function renderPageText(tokens: TokensList, nameHeading: (html: string) => string): string {
  placeHeadings(tokens, 2);
  walkMarkdown(tokens, (token) => {
    if (token.type === "heading") {
      Object.assign(token, { id: nameHeading(renderInline(token.tokens ?? [])) });
    }
  });
  return markdown.parser(tokens);
}

/** Moves headings to the levels below the page's. No level is left out, and there are six. */
function placeHeadings(tokens: readonly Token[], highest: number): void {
  const headings: Tokens.Heading[] = [];
  walkMarkdown(tokens, (token) => {
    if (token.type === "heading") {
      // The type says what the token is.
      headings.push(token as Tokens.Heading);
    }
  });
  const shift = highest - Math.min(...headings.map(({ depth }) => depth));
  let above = highest - 1;
  for (const heading of headings) {
    above = Math.min(heading.depth + shift, above + 1, 6);
    heading.depth = above;
  }
}

const note = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][ \t]*\n?/i;

const markdown: Marked = new Marked({
  gfm: true,
  renderer: {
    heading({ tokens, depth, ...token }) {
      const id = "id" in token ? ` id="${escapeHtml(String(token.id))}"` : "";
      return `<h${depth}${id}>${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    html: ({ text }) => (/^<br ?\/?>$/i.test(text.trim()) ? "<br>" : escapeHtml(text)),
    code: ({ text, lang = "" }) =>
      `<pre tabindex="0"><code>${highlightCode(text, lang.split(/\s/)[0] ?? "")}</code></pre>\n`,
    codespan: ({ text }) => `<code>${escapeHtml(text)}</code>`,
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens);
      return isSafeAddress(href) ? `<a href="${escapeHtml(href)}">${text}</a>` : text;
    },
    // Images of other hosts are not loaded: the page has a content security policy. Their text is a link to them.
    image({ href, text }) {
      if (!isSafeAddress(href)) {
        return escapeHtml(text);
      }
      return /^https?:/i.test(href)
        ? `<a href="${escapeHtml(href)}">${escapeHtml(text || "Image")}</a>`
        : `<img src="${escapeHtml(href)}" alt="${escapeHtml(text)}">`;
    },
    table(token) {
      const print = (cells: readonly Tokens.TableCell[], tag: string): string =>
        `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag.split(" ")[0]}>`).join("")}</tr>\n`;
      const rows = token.rows.map((cells) => print(cells, "td")).join("");
      const body = rows === "" ? "" : `<tbody>\n${rows}</tbody>\n`;
      return `<div class="scroll" tabindex="0" role="group" aria-label="Table">\n<table>\n<thead>\n${print(token.header, 'th scope="col"')}</thead>\n${body}</table>\n</div>\n`;
    },
    // A list of tasks has no boxes to click on.
    checkbox: ({ checked }) => (checked ? "[x] " : "[ ] "),
    blockquote({ tokens, text }) {
      const kind = note.exec(text)?.[1]?.toLowerCase();
      const name = kind === undefined ? "" : ` class="note ${kind}"`;
      return `<blockquote${name}>\n${this.parser.parse(tokens)}</blockquote>\n`;
    },
  },
});
