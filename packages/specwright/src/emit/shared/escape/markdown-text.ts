import { toOneLine, withoutInvisible } from "../../../text/without-invisible.ts";

/**
 * Makes a document's Markdown (CommonMark, as in OpenAPI) safe to display: HTML is displayed as text, and links lead
 * only to addresses that `isSafeAddress` accepts. Headings, lists, tables and code are kept. An unclosed code block is
 * closed, so that the text after it is not displayed as code.
 */
export function escapeMarkdownText(text: string): string {
  const lines = withoutInvisible(text).replace(lineBreaks, "\n").trim().split("\n");
  const made: string[] = [];
  let chunk: string[] = [];
  let fence: string | undefined;
  let endOfIndented = -1;
  const endChunk = (): void => {
    made.push(...escapeChunk(chunk));
    chunk = [];
  };
  for (const [index, line] of lines.entries()) {
    if (fence !== undefined) {
      const isEnd = closes(line, fence);
      // marked does not accept a tab after the closing marks.
      made.push(isEnd ? line.trimEnd() : withoutMixedEnd(line));
      fence = isEnd ? undefined : fence;
      continue;
    }
    // Only in the first column: otherwise the block could belong to a list or quotation that ends earlier.
    fence = /^(`{3,})[^`]*$|^(~{3,})/.exec(line)?.slice(1).find(Boolean);
    if (fence !== undefined || /^\s*$/.test(line)) {
      endChunk();
      made.push(line);
    } else {
      const end = index > endOfIndented ? findBlockEnd(lines, index) : undefined;
      endOfIndented = end ?? endOfIndented;
      chunk.push(end === -1 ? escapeAsText(line) : line);
    }
  }
  endChunk();
  return (fence === undefined ? made : [...made, fence]).join("\n");
}

/** The same on one line, to follow other string. No heading, list or block begins in it. */
export function escapeMarkdownLine(text: string): string {
  const line = toOneLine(text);
  return line === "" ? "" : escapeChunk([line]).join(" ");
}

/** Returns whether a link to an address is safe: a web address, a mail address, or a place relative to the page. */
export function isSafeAddress(address: string): boolean {
  return /^(?:https?:\/\/|mailto:|#|\.{0,2}\/(?!\/)|[\w.-]+(?:[/#?]|$))/i.test(address);
}

/** Longer indented code blocks count as unclosed. Without the limit, searching for their end would take quadratic time. */
const maximumLines = 500;

/**
 * The line that ends an indented code block which begins at a line. Returns -1 when the block may be unclosed, and
 * undefined when no block begins there. All lines of the block must have its indentation, because a list that contains
 * it would end at a line with less.
 */
function findBlockEnd(lines: readonly string[], start: number): number | undefined {
  const [, indent = "", mark] = /^( {1,3})(`{3,}(?=[^`]*$)|~{3,})/.exec(lines[start] ?? "") ?? [];
  if (mark === undefined) {
    return undefined;
  }
  for (let index = start + 1; index < Math.min(lines.length, start + maximumLines); index += 1) {
    const line = lines[index] ?? "";
    if (line.startsWith(indent) && closes(line.slice(indent.length), mark)) {
      return index;
    }
    if (line.trim() !== "" && !line.startsWith(indent)) {
      break;
    }
  }
  return -1;
}

function escapeAsText(line: string): string {
  return line.replace(/[`~]/, "\\$&");
}

/**
 * In a code block, a line of both kinds of marks ends the block for some parsers and not for others (marked and
 * CommonMark, section 4.5). A space between the marks prevents the end for all of them.
 */
function withoutMixedEnd(line: string): string {
  return line.replace(/^( {0,3}(?:`{3,}(?=~)|~{3,}(?=`)))([`~]+\s*)$/, "$1 $2");
}

function closes(line: string, fence: string): boolean {
  const mark = /^ {0,3}(`{3,}|~{3,})\s*$/.exec(line)?.[1];
  return mark !== undefined && mark[0] === fence[0] && mark.length >= fence.length;
}

/**
 * Escapes lines that have no blank line among them. Code spans depend on where blocks begin, and only a parser can find
 * that out. But if the backticks of every line are paired within the line, the spans do not depend on the blocks.
 */
function escapeChunk(lines: readonly string[]): string[] {
  const spans = lines.map(splitCodeSpans);
  const isPlain = spans.every((parts) => parts !== undefined);
  const escaped = lines.map((line, index) => {
    const parts = isPlain ? spans[index] : undefined;
    return parts === undefined
      ? escapeHtml(line)
      : parts.map((part, at) => (at % 2 === 1 ? part : escapeHtml(part))).join("");
  });
  return lines.length === 0 ? [] : escapeLinks(escaped.join("\n")).split("\n");
}

/**
 * Splits a line so that the parts with odd indexes are code spans. Undefined when the line alone does not determine
 * where its spans end.
 */
function splitCodeSpans(line: string): readonly string[] | undefined {
  // Parsers disagree about these characters beside a backtick.
  if (/\\|~~/.test(line)) {
    return undefined;
  }
  const parts: string[] = [];
  let rest = line;
  for (let open = /`+/.exec(rest); open !== null; open = /`+/.exec(rest)) {
    const after = rest.slice(open.index + open[0].length);
    const close = new RegExp(`(?<!\`)${open[0]}(?!\`)`).exec(after);
    const code = after.slice(0, close?.index);
    // While marked looks for the text of a link, it reads two backticks as an empty span, and a bracket after them then
    // ends the text.
    if (close === null || code.includes("|") || (open[0].length > 1 && code.includes("]"))) {
      return undefined;
    }
    const end = open.index + open[0].length + close.index + open[0].length;
    parts.push(rest.slice(0, open.index), rest.slice(open.index, end));
    rest = rest.slice(end);
  }
  return [...parts, rest];
}

/** Escapes the beginning of a tag, a comment or an address in angle brackets. */
function escapeHtml(text: string): string {
  return text.replace(/<(?=[A-Za-z/!?])/g, "&lt;");
}

/** Longer addresses are displayed as text, so that a text of nothing but brackets is read once. */
const maximumAddress = 2048;

/** Displays a link or an image as text unless its address is known to be safe. The address may be on the next line. */
function escapeLinks(text: string): string {
  return text.replace(/\](?=(\(|:)\s*([^\s)]{0,2049}))/g, (bracket, _, address: string) =>
    address.length <= maximumAddress && isSafeAddress(address) ? bracket : "&#93;",
  );
}

const lineBreaks = /\r\n?|[\u2028\u2029\u0085\v\f]/g;
