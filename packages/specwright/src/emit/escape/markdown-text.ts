import { withoutInvisible } from "./invisible.ts";

/**
 * Markdown of the document (CommonMark, as OpenAPI has it) without what acts on who reads it: HTML is shown as text, and
 * links lead only where `isSafeAddress` says. Headings, lists, tables and code stay. A block of code that is left open is closed, so
 * that what follows is not taken for code.
 */
export function escapeMarkdownText(text: string): string {
  return escapeBlocks(text, (part) => escapeHtml(part));
}

/**
 * Markdown for a renderer that removes from HTML what runs, but not what gives the page another look: `style` elements are
 * shown as text.
 */
export function escapeStyleElements(text: string): string {
  return /<\/?style/i.test(text)
    ? escapeBlocks(text, (part) => part.replace(/<(?=\/?style)/gi, "&lt;"))
    : text;
}

/** Escapes what is outside of code. */
function escapeBlocks(text: string, escapeTags: (part: string) => string): string {
  const lines = withoutInvisible(text).replace(lineBreaks, "\n").trim().split("\n");
  const made: string[] = [];
  let chunk: string[] = [];
  let fence: string | undefined;
  let endOfIndented = -1;
  const endChunk = (): void => {
    made.push(...escapeChunk(chunk, escapeTags));
    chunk = [];
  };
  for (const [index, line] of lines.entries()) {
    if (fence !== undefined) {
      const isEnd = closes(line, fence);
      // A tab behind the marks is one that marked does not take.
      made.push(isEnd ? line.trimEnd() : withoutMixedEnd(line));
      fence = isEnd ? undefined : fence;
      continue;
    }
    // In the first column, so that it belongs to no list or quotation that could end before it does.
    fence = /^(`{3,})[^`]*$|^(~{3,})/.exec(line)?.slice(1).find(Boolean);
    if (fence !== undefined || /^\s*$/.test(line)) {
      endChunk();
      made.push(line);
    } else {
      const end = index > endOfIndented ? endOfBlock(lines, index) : undefined;
      endOfIndented = end ?? endOfIndented;
      chunk.push(end === -1 ? asText(line) : line);
    }
  }
  endChunk();
  return (fence === undefined ? made : [...made, fence]).join("\n");
}

/** The same on one line, to stand behind other text: no heading, list or block begins in it. */
export function escapeMarkdownLine(text: string): string {
  const line = withoutInvisible(text)
    .replace(/[\s\u0085]+/g, " ")
    .trim();
  return line === "" ? "" : escapeChunk([line], escapeHtml).join(" ");
}

/** Returns whether a link to an address is safe: the web, mail, or a place relative to the page. */
export function isSafeAddress(address: string): boolean {
  return /^(?:https?:\/\/|mailto:|#|\.{0,2}\/(?!\/)|[\w.-]+(?:[/#?]|$))/i.test(address);
}

/** Longer blocks of code that are indented are taken to have no end, so that looking for it takes no quadratic time. */
const maximumLines = 500;

/**
 * The line at which a block of code ends that begins, indented, at a line; -1 when it may have no end, undefined when none
 * begins. All of its lines have to be indented as it is: then that holds in a list, too, which ends where they are not.
 */
function endOfBlock(lines: readonly string[], start: number): number | undefined {
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

function asText(line: string): string {
  return line.replace(/[`~]/, "\\$&");
}

/**
 * A line of code of both kinds of marks ends the block for some readers and not for others (marked, which Redoc has, and
 * CommonMark, section 4.5). With a space between them it ends it for none.
 */
function withoutMixedEnd(line: string): string {
  return line.replace(/^( {0,3}(?:`{3,}(?=~)|~{3,}(?=`)))([`~]+\s*)$/, "$1 $2");
}

function closes(line: string, fence: string): boolean {
  const mark = /^ {0,3}(`{3,}|~{3,})\s*$/.exec(line)?.[1];
  return mark !== undefined && mark[0] === fence[0] && mark.length >= fence.length;
}

/**
 * Lines without a blank line among them. The position of a block decides what is a code span, and finding it takes a parser.
 * But when the backticks of every line come in pairs on that line, the spans are the same whatever the blocks are.
 */
function escapeChunk(lines: readonly string[], escapeTags: (part: string) => string): string[] {
  const spans = lines.map(splitCodeSpans);
  const isPlain = spans.every((parts) => parts !== undefined);
  const escaped = lines.map((line, index) => {
    const parts = isPlain ? spans[index] : undefined;
    return parts === undefined
      ? escapeTags(line)
      : parts.map((part, at) => (at % 2 === 1 ? part : escapeTags(part))).join("");
  });
  return lines.length === 0 ? [] : escapeLinks(escaped.join("\n")).split("\n");
}

/** Splits a line so that odd indexes are code spans; undefined where the line alone does not say where its spans end. */
function splitCodeSpans(line: string): readonly string[] | undefined {
  // Readers disagree about these characters beside a backtick.
  if (/\\|~~/.test(line)) {
    return undefined;
  }
  const parts: string[] = [];
  let rest = line;
  for (let open = /`+/.exec(rest); open !== null; open = /`+/.exec(rest)) {
    const after = rest.slice(open.index + open[0].length);
    const close = new RegExp(`(?<!\`)${open[0]}(?!\`)`).exec(after);
    const code = after.slice(0, close?.index);
    // To marked, two backticks are an empty span where a link's text is looked for, which a bracket behind them then ends.
    if (close === null || code.includes("|") || (open[0].length > 1 && code.includes("]"))) {
      return undefined;
    }
    const end = open.index + open[0].length + close.index + open[0].length;
    parts.push(rest.slice(0, open.index), rest.slice(open.index, end));
    rest = rest.slice(end);
  }
  return [...parts, rest];
}

/** The beginning of a tag, a comment or an address in angle brackets. */
function escapeHtml(text: string): string {
  return text.replace(/<(?=[A-Za-z/!?])/g, "&lt;");
}

/** A link or an image whose address is not known to be safe is shown as text. Its address may stand on the next line. */
function escapeLinks(text: string): string {
  return text.replace(/\](?=(\(|:)\s*([^\s)]*))/g, (bracket, _, address: string) =>
    isSafeAddress(address) ? bracket : "&#93;",
  );
}

const lineBreaks = /\r\n?|[\u2028\u2029\u0085\v\f]/g;
