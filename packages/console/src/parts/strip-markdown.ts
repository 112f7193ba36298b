/**
 * A description without the marks of Markdown: toolkits come from documents whose descriptions are written in it, and a page shows them as
 * text. Words, links' texts and line breaks stay. Each step reads the text once, because an imported description may be long.
 */
export function stripMarkdown(text: string): string {
  const lines = text.replace(lineBreak, "\n").split(/\r?\n/);
  return lines
    .filter((line) => !isFence(line) && !isRule(line))
    .map(stripLine)
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

const lineBreak = /<br ?\/?>/gi;

/** Tags that descriptions have for their looks. Others may be meant, such as `<owner>`. */
const tag =
  /<\/?(?:a|b|blockquote|code|div|em|h[1-6]|i|img|li|ol|p|pre|span|strong|sub|sup|table|tbody|td|th|thead|tr|u|ul)(?:\s[^<>]*)?\/?>/gi;

/** An image or a link, of which the text stays. */
const link = /!?\[([^[\]]*)\]\([^()]*\)/g;

const code = /(?<!`)`{1,3}(?!`)([^`]+)`{1,3}/g;

/** Not within a word, such as `list_of_items` and `a*b*c`. */
const bold = /(?<![\w*])\*{1,3}(?![\s*])([^*]+)\*{1,3}(?!\w)/g;
const underlined = /(?<![\w_])_{1,3}(?!_)([^_]+)_{1,3}(?![\w_])/g;
const escaped = /\\([\\`*_{}[\]()#+\-.!|<>~])/g;

function stripLine(line: string): string {
  return line
    .replace(/^ {0,3}(?:> ?)+/, "")
    .replace(/^ {0,3}#{1,6} +/, "")
    .replace(/^( {0,12})[*+-] +/, "$1• ")
    .replace(tag, "")
    .replace(link, "$1")
    .replace(code, "$1")
    .replace(bold, "$1")
    .replace(underlined, "$1")
    .replace(escaped, "$1")
    .trimEnd();
}

function isFence(line: string): boolean {
  return /^ {0,3}(?:```|~~~)/.test(line);
}

/** A line below a title, between paragraphs, or below the head of a table. */
function isRule(line: string): boolean {
  return /^[\s|:=*_-]+$/.test(line) && line.trim().length > 2;
}
