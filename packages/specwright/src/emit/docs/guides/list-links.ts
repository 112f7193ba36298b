import type { Token, Tokens } from "marked";
import { walkMarkdown } from "../site/markdown-html.ts";

/** A link or an image of a Markdown text. */
export interface MarkdownLink {
  readonly isImage: boolean;
  readonly address: string;
  /** Where the link begins in the text. */
  readonly offset: number;
  /** The part of the text that is the address. Absent when it is written with escapes, or over several lines. */
  readonly place?: { readonly start: number; readonly end: number };
}

/**
 * Parts of a text that are looked for in vain before places are no longer looked for, so that the time stays linear. The
 * parser gives back all but a few parts as they are written.
 */
const maximumMisses = 100;

/**
 * Lists the links and images of a text, in order, with their places. The parser does not report places, so each part of
 * the text is looked for behind the one before.
 *
 * @param tokens The parsed text.
 */
export function listLinks(tokens: readonly Token[], text: string): readonly MarkdownLink[] {
  const links: MarkdownLink[] = [];
  let position = 0;
  let misses = 0;
  const find = (part: string): number => {
    const found = misses < maximumMisses ? text.indexOf(part, position) : -1;
    misses += found === -1 ? 1 : 0;
    return found;
  };
  walkMarkdown(tokens, (token) => {
    // In lists and quotations, the lines of a part are indented in the text, so they are looked for one by one.
    const isOneLine = !token.raw.includes("\n") || isLink(token);
    const start = isOneLine ? find(token.raw) : -1;
    if (isLink(token)) {
      const { href, raw } = token;
      const at = start === -1 ? undefined : findAddress(raw, href);
      // A link by reference has its address elsewhere, in a token of its own.
      if (token.type === "def" || !raw.endsWith("]")) {
        links.push({
          isImage: token.type === "image",
          address: href,
          offset: start === -1 ? position : start,
          ...(at !== undefined && {
            place: { start: start + at.start, end: start + at.end },
          }),
        });
      }
    }
    if ("tokens" in token || "items" in token || token.type === "table") {
      // Its parts follow.
      position = start === -1 ? position : start;
    } else if (start !== -1) {
      position = start + token.raw.length;
    } else {
      for (const line of token.raw.split("\n").filter((each) => each.trim() !== "")) {
        const place = find(line.trim());
        position = place === -1 ? position : place + line.trim().length;
      }
    }
  });
  return links;
}

function isLink(token: Token): token is Tokens.Link | Tokens.Image | Tokens.Def {
  return token.type === "link" || token.type === "image" || token.type === "def";
}

/** The place of the address in `[text](address "title")` or in `[name]: <address>`, with its angle brackets. */
function findAddress(
  raw: string,
  address: string,
): { readonly start: number; readonly end: number } | undefined {
  for (const before of ["](", "]: "]) {
    for (const written of [address, `<${address}>`]) {
      const place = raw.lastIndexOf(before + written);
      if (place !== -1) {
        const start = place + before.length;
        return { start, end: start + written.length };
      }
    }
  }
  return undefined;
}
