import { newline, refuse, type Scanner, space, toContent } from "./scanner.ts";

/**
 * Reads a block scalar (YAML 1.2.2, section 8.1), whose lines are indented by more than `parent`, and moves to the next
 * content. Lines that begin with a tab are refused.
 */
export function readBlockScalar(scanner: Scanner, parent: number): string {
  const { text } = scanner;
  header.lastIndex = scanner.offset;
  const [all = refuse(), style, indicators = ""] = header.exec(text) ?? [];
  const start = scanner.offset + all.length;
  const [digit] = /\d/.exec(indicators) ?? [];
  const given = digit === undefined ? undefined : Math.max(parent, 0) + Number(digit);
  const { indent, contentEnd, end } = findLines(text, start, parent, given);
  scanner.offset = end;
  toContent(scanner);
  const lines = text.slice(start, contentEnd).split("\n");
  const body = lines.map((line) => line.slice(indent)).join("\n");
  const trailing = text.slice(contentEnd, end).split("\n").length - 1;
  const clipped = indicators.includes("-") || contentEnd === start ? 0 : 1;
  const breaks = indicators.includes("+") ? trailing : clipped;
  return `${style === "|" ? body : foldLines(body)}${"\n".repeat(breaks)}`;
}

const header = /([|>])([1-9]?[-+]?|[-+][1-9])(?: +#[^\n]*| *)\n/y;

interface Lines {
  /** The spaces that are removed from each line. */
  readonly indent: number;
  /** The offset at which the last line with content ends. */
  readonly contentEnd: number;
  /** The beginning of the line behind the scalar and the empty lines that follow it. */
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
      // Tabs at the beginning have a meaning of their own; longer empty lines before the first one are a mistake.
      if (code < space || (indent === undefined && longestEmpty > width)) {
        refuse();
      }
      indent ??= width;
      offset = text.indexOf("\n", offset);
      contentEnd = offset;
    } else if (indent !== undefined && width > indent) {
      // Spaces are content where they go on behind the indentation, but the `yaml` package drops some behind a given one.
      contentEnd = given === undefined ? offset : refuse();
    }
    longestEmpty = Math.max(longestEmpty, width);
    line = offset + 1;
  }
  return { indent: indent ?? 0, contentEnd, end: line };
}

/** A line feed becomes a space, except beside empty lines and beside lines that begin with a space. */
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
