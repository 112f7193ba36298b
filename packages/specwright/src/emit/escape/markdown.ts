/**
 * A text as plain words on one line of a Markdown document (CommonMark 0.31): nothing in it is read as markup or HTML.
 * For names and titles; descriptions are Markdown by themselves (OpenAPI 3.1, section 4.4).
 */
export function escapeMarkdown(text: string): string {
  return text
    .toWellFormed()
    .replace(breaks, " ")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replace(markup, "\\$&")
    .replace(blockStart, "$1\\$2")
    .replace(/:(?=\/\/)/g, "\\:")
    .trim();
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: controls have no place in a line of text.
const breaks = /[\0-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g;

/** Characters that open or close something inside a line; `|` separates cells of tables. */
const markup = /[\\`*_[\]{}()#|~$!]/g;

/** What starts a list or a heading line at the beginning of a line: `- `, `+ `, `1. `, `===`. */
const blockStart = /^(\s*\d*)([-+=.](?=[\s\-+=]|$))/;
