import {
  leaveToFullReader,
  newline,
  type Scanner,
  sliceText,
  space,
  toContent,
} from "./scanner.ts";

/**
 * Reads a block scalar (YAML 1.2.2, section 8.1), whose lines are indented by more than `parent`, and moves to the next
 * content. Refuses lines that begin with a tab.
 */
export function readBlockScalar(scanner: Scanner, parent: number): string {
  const { text } = scanner;
  header.lastIndex = scanner.offset;
  const [all = leaveToFullReader(), style, indicators = ""] = header.exec(text) ?? [];
  const start = scanner.offset + all.length;
  const [digit] = /\d/.exec(indicators) ?? [];
  const given = digit === undefined ? undefined : Math.max(parent, 0) + Number(digit);
  const { indent, contentEnd, end } = findLines(text, start, parent, given);
  scanner.offset = end;
  toContent(scanner);
  const lines = sliceText(scanner, start, contentEnd).split("\n");
  const body = lines.map((line) => line.slice(indent)).join("\n");
  const trailing = text.slice(contentEnd, end).split("\n").length - 1;
  const clipped = indicators.includes("-") || contentEnd === start ? 0 : 1;
  const breaks = indicators.includes("+") ? trailing : clipped;
  return `${style === "|" ? body : foldLines(body)}${"\n".repeat(breaks)}`;
}

const header = /([|>])([1-9]?[-+]?|[-+][1-9])(?: +#[^\n]*| *)\n/y;

interface Lines {
  /** The number of spaces to remove from each line. */
  readonly indent: number;
  /** The offset of the end of the last line with content. */
  readonly contentEnd: number;
  /** The beginning of the line after the scalar and the empty lines that follow it. */
  readonly end: number;
}

function findLines(text: string, start: number, parent: number, given: number | undefined): Lines {
  let indent = given;
  let contentEnd = start;
  let longestEmpty = 0;
  let line = start;
  while (line < text.length) {
    let offset = line;
    while (text.charCodeAt(offset) === space) {
      offset += 1;
    }
    const width = offset - line;
    const code = text.charCodeAt(offset);
    if (code !== newline) {
      if (width <= parent || (indent !== undefined && width < indent)) {
        break;
      }
      // Tabs at the beginning of a line have special rules. An empty line before the first content must not be longer
      // than its indentation.
      if (code < space || (indent === undefined && longestEmpty > width)) {
        leaveToFullReader();
      }
      indent ??= width;
      offset = text.indexOf("\n", offset);
      contentEnd = offset;
    } else if (indent !== undefined && width > indent) {
      // Spaces beyond the indentation are content. With a given indentation, the `yaml` package drops some of them, so
      // this reader refuses.
      contentEnd = given === undefined ? offset : leaveToFullReader();
    }
    longestEmpty = Math.max(longestEmpty, width);
    line = offset + 1;
  }
  return { indent: indent ?? 0, contentEnd, end: line };
}

/** Joins lines: a line feed becomes a space, except beside empty lines and lines that begin with a space. */
function foldLines(body: string): string {
  const isIndented = (line: number): boolean => body.charCodeAt(line) === space;
  return body.replace(/\n+/g, (breaks: string, offset: number) => {
    const line = offset === 0 ? 0 : body.lastIndexOf("\n", offset - 1) + 1;
    if (offset === 0 || isIndented(line) || isIndented(offset + breaks.length)) {
      return breaks;
    }
    return breaks.length === 1 ? " " : breaks.slice(1);
  });
}
