/**
 * Breaks long lines of Markdown between words, without changing the meaning. Code blocks, tables, headings and HTML are
 * kept unchanged, and continuation lines of a list item are indented like its first line. The end of a long line moves
 * to the next line of its paragraph. A word that is longer than the width has its own line.
 *
 * @param width the maximum number of characters of a line
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
    const isPlain = startsWithLetter(line, 0) && !line.includes("|");
    const mark = isPlain ? undefined : fenceMark.exec(line)?.[1];
    const isCode = fence !== undefined || mark !== undefined;
    const isFixed = isCode || line === "" || (!isPlain && hasLayout.test(line));
    if (rest !== "" && (isFixed || (!isPlain && itemMark.test(line)))) {
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

/**
 * Returns whether there is a letter from A to Z at an offset. Most lines and words start with one, and then start no
 * block, so that the slower regular expressions below are not needed.
 */
function startsWithLetter(text: string, offset: number): boolean {
  const lower = text.charCodeAt(offset) | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

/** A line that begins or ends a code block (CommonMark 0.31, section 4.5). */
const fenceMark = /^\s*(`{3,}|~{3,})/;

/**
 * Lines whose line break matters: a heading or its underline, a quote, HTML, a link definition, a table row, or
 * indented code.
 */
const hasLayout =
  /^(?:\s*[#<>|]|\s*\[[^\]]*\]:|\s*[-=*_]+$|\t| {4}(?!\s*(?:[-*+]|\d+[.)])\s))|\s\|\s/;

/** The mark of a list item. */
const itemMark = /^\s*(?:[-*+]|\d+[.)])\s/;

/** The mark of a list item with the spaces around it, or the indentation of a line. */
const lineStart = /^\s*(?:(?:[-*+]|\d+[.)])\s+)?/;

/** A word that would begin a list item, a heading or another block at the start of a line. */
const opensBlock = /^(?:[-+*=#<>|~]|`{3}|\d+[.)]$)/;

function wrapLine(line: string, width: number): string[] {
  const start = startsWithLetter(line, 0) ? "" : (lineStart.exec(line)?.[0] ?? "");
  const indent = " ".repeat(start.length);
  const content = line.slice(start.length);
  const text = content.includes("  ") ? content.replace(/ {2,}/g, " ") : content;
  const room = Math.max(1, width - start.length);
  const lines: string[] = [];
  // Offsets in the text, not a list of its words, because descriptions may have many megabytes.
  let from = 0;
  for (let end = findBreak(text, from, room); end !== -1; end = findBreak(text, from, room)) {
    lines.push(text.slice(from, end));
    from = end + 1;
  }
  return [...lines, text.slice(from)].map((part, index) => (index === 0 ? start : indent) + part);
}

/**
 * The last space with at most `room` characters before it, otherwise the first space after them. -1 when the rest fits
 * on one line.
 */
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

/** Returns whether the word after the space may begin a line. */
function canBreak(text: string, end: number): boolean {
  if (startsWithLetter(text, end + 1)) {
    return true;
  }
  const next = text.indexOf(" ", end + 1);
  return !opensBlock.test(text.slice(end + 1, next === -1 ? undefined : next));
}
