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
    wrapped.push(...parts);
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
  const lines: string[] = [];
  let current = "";
  for (const word of splitWords(line.slice(start.length))) {
    if (current !== "" && start.length + current.length + 1 + word.length > width) {
      lines.push(current);
      current = word;
    } else {
      current = current === "" ? word : `${current} ${word}`;
    }
  }
  return [...lines, current].map((text, index) => (index === 0 ? start : indent) + text);
}

/** The words of a text; one that must not begin a line stands with the word before it. */
function splitWords(text: string): readonly string[] {
  const words: string[] = [];
  for (const word of text.split(/ +/)) {
    const before = words.at(-1);
    if (before !== undefined && opensBlock.test(word)) {
      words[words.length - 1] = `${before} ${word}`;
    } else {
      words.push(word);
    }
  }
  return words;
}
