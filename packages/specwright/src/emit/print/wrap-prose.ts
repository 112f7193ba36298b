/**
 * Breaks the long lines of Markdown between words, so that it still means the same: code blocks, tables, headings and HTML
 * stay as they are, and the rest of a list item is indented like its first line. The end of a long line moves to the next
 * line of its paragraph. A single word that is longer than the width stands alone.
 *
 * @param width the most characters of a line
 */
export function wrapProse(lines: readonly string[], width: number): readonly string[] {
  if (lines.every((line) => line.length <= width)) {
    return lines;
  }
  const wrapped: string[] = [];
  let fence: string | undefined;
  /** The end of a long line, with its indentation. */
  let rest = "";
  for (const line of lines) {
    const mark = fenceMark.exec(line)?.[1];
    const isCode = fence !== undefined || mark !== undefined;
    const isFixed = isCode || line === "" || hasLayout.test(line);
    if (rest !== "" && (isFixed || itemMark.test(line))) {
      wrapped.push(rest);
      rest = "";
    }
    if (isFixed) {
      fence = fence === undefined ? mark : mark?.startsWith(fence) === true ? undefined : fence;
      wrapped.push(line);
      continue;
    }
    const whole = rest === "" ? line : `${rest} ${line.trimStart()}`;
    const parts = whole.length <= width ? [whole] : wrapLine(whole, width);
    rest = parts.length > 1 ? (parts.pop() ?? "") : "";
    for (const part of parts) {
      wrapped.push(part);
    }
  }
  return rest === "" ? wrapped : [...wrapped, rest];
}

/** A line that begins or ends a code block (CommonMark 0.31, section 4.5). */
const fenceMark = /^\s*(`{3,}|~{3,})/;

/**
 * A heading or its underline, a quote, HTML, a link's definition, a row of a table, or code that is indented: where a line
 * ends matters.
 */
const hasLayout =
  /^(?:\s*[#<>|]|\s*\[[^\]]*\]:|\s*[-=*_]+$|\t| {4}(?!\s*(?:[-*+]|\d+[.)])\s))|\s\|\s/;

/** The mark of a list item. */
const itemMark = /^\s*(?:[-*+]|\d+[.)])\s/;

/** The mark of a list item with the spaces around it, or the indentation of a line. */
const lineStart = /^\s*(?:(?:[-*+]|\d+[.)])\s+)?/;

/** A word that would begin something else if it began a line, such as a list item or a heading. */
const opensBlock = /^(?:[-+*=#<>|~]|`{3}|\d+[.)]$)/;

function wrapLine(line: string, width: number): string[] {
  const start = lineStart.exec(line)?.[0] ?? "";
  const indent = " ".repeat(start.length);
  const text = line.slice(start.length).replace(/ {2,}/g, " ");
  const room = Math.max(1, width - start.length);
  const lines: string[] = [];
  // Places in the text, not a list of its words: descriptions of many megabytes come, too.
  let from = 0;
  for (let end = findBreak(text, from, room); end !== -1; end = findBreak(text, from, room)) {
    lines.push(text.slice(from, end));
    from = end + 1;
  }
  return [...lines, text.slice(from)].map((part, index) => (index === 0 ? start : indent) + part);
}

/** The last space that leaves at most so many characters before it, or the first one after them; -1 where the rest is one line. */
function findBreak(text: string, from: number, room: number): number {
  if (text.length - from <= room) {
    return -1;
  }
  for (
    let end = text.lastIndexOf(" ", from + room);
    end > from;
    end = text.lastIndexOf(" ", end - 1)
  ) {
    if (canBreak(text, end)) {
      return end;
    }
  }
  for (let end = text.indexOf(" ", from + room); end !== -1; end = text.indexOf(" ", end + 1)) {
    if (canBreak(text, end)) {
      return end;
    }
  }
  return -1;
}

/** The word after the space can begin a line. */
function canBreak(text: string, end: number): boolean {
  const next = text.indexOf(" ", end + 1);
  return !opensBlock.test(text.slice(end + 1, next === -1 ? undefined : next));
}
