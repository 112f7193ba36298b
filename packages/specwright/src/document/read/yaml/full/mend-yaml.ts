import type { Document, YAMLError } from "yaml";
import type { TextProblem } from "../../text/text-problem.ts";

/** A parsed YAML text. It is the given text, unless some mistakes in it had to be corrected first. */
export interface MendedYaml {
  readonly document: Document.Parsed;
  /** The text of the document. */
  readonly text: string;
  /** The remaining mistakes. */
  readonly errors: readonly YAMLError[];
  /** The mistakes that did not prevent reading, as warnings. Offsets are those of the given text. */
  readonly warnings: readonly TextProblem[];
  /** Converts an offset in the document to the offset in the given text. */
  readonly originalOffset: (offset: number) => number;
}

/**
 * Parses YAML. When a quoted text continues in lines that are not indented enough, indents these lines and parses
 * again. Other parsers accept such texts, so published documents contain them. A mistake is corrected only when its
 * meaning is certain.
 */
export function parseMended(text: string, parse: (text: string) => Document.Parsed): MendedYaml {
  let current: Mended = { text, spaces: [], warnings: [] };
  let document = parse(text);
  // Each parse may find more mistakes, so the number of parses is limited.
  const rounds = Math.min(maximumRounds, maximumParsed / text.length);
  for (let round = 0; round < rounds; round += 1) {
    const errors = document.errors.filter((error) => !isGluedComment(error));
    const isNone = errors.length === 0 || errors.length > maximumMistakes;
    const next = isNone ? undefined : indentQuoted(current, errors);
    if (next === undefined) {
      break;
    }
    current = next;
    document = parse(current.text);
  }
  const { spaces, warnings } = current;
  const comments = document.errors.filter(isGluedComment).map(({ pos }) => ({
    code: "loose-yaml",
    message: "A comment needs a space before its `#`; this text is read as a comment all the same.",
    fix: "Write a space before the `#`.",
    offset: withoutSpaces(pos[0], spaces),
  }));
  return {
    document,
    text: current.text,
    errors: document.errors.filter((error) => !isGluedComment(error)),
    warnings: [...warnings, ...comments],
    originalOffset: (offset) => withoutSpaces(offset, spaces),
  };
}

const maximumRounds = 4;

/** Published documents do not have more mistakes. */
const maximumMistakes = 1000;

/** The length of the parsed text in UTF-16 units, added up over all rounds. */
const maximumParsed = 10_000_000;

/** A string with inserted spaces. */
interface Mended {
  readonly text: string;
  readonly spaces: readonly Spaces[];
  readonly warnings: readonly TextProblem[];
}

interface Spaces {
  /** The offset in the given text at which the spaces are inserted. */
  readonly offset: number;
  readonly length: number;
  /** The number of spaces that are inserted before this offset. */
  readonly before: number;
}

function isGluedComment({ message }: YAMLError): boolean {
  return message.startsWith("Comments must be separated from other tokens");
}

/**
 * Indents the continuation lines of quoted texts. Undefined when the first mistake is another one, or cannot be
 * corrected.
 */
function indentQuoted(
  { text, spaces, warnings }: Mended,
  errors: readonly YAMLError[],
): Mended | undefined {
  const added: Pick<Spaces, "offset" | "length">[] = [];
  const reported: TextProblem[] = [];
  let mended = "";
  let done = 0;
  for (const error of errors) {
    const [end] = error.pos;
    const further = end < done ? undefined : findFurtherLines(text, error);
    if (further === undefined && done === 0) {
      return undefined;
    }
    if (further === undefined) {
      continue;
    }
    // The construct that contains the text begins in the line before or further left, so indenting by the length of
    // that line is enough.
    const length = Math.min(end - text.lastIndexOf("\n", end - 1), maximumIndent);
    for (const { index: line } of further.matchAll(/^/gm)) {
      added.push({ offset: withoutSpaces(end + 1 + line, spaces), length });
    }
    reported.push({ ...looseQuotes, offset: withoutSpaces(end + 1, spaces) });
    mended += text.slice(done, end + 1) + further.replace(/^/gm, " ".repeat(length));
    done = end + 1 + further.length;
    // Reading these lines differently may cause errors after them that are not real.
    if (/(?:^|[-:?,][ \t])[ \t]*["'[{|>]/m.test(further)) {
      break;
    }
  }
  return {
    text: mended + text.slice(done),
    spaces: sumSpacesInOrder([...spaces, ...added]),
    warnings: [...warnings, ...reported],
  };
}

/**
 * The lines from the place where the parser ends a quoted text to its closing quote. Undefined when the mistake is
 * another one, or when the closing quote may simply be missing.
 */
function findFurtherLines(text: string, { message, pos: [end] }: YAMLError): string | undefined {
  const quote = /^Missing closing (["'])/.exec(message)?.[1];
  if (quote === undefined || text[end] !== "\n") {
    return undefined;
  }
  const further = (quote === '"' ? toDoubleQuote : toSingleQuote).exec(text.slice(end + 1))?.[0];
  const indent = further?.search(/[^ ]|$/) ?? 0;
  const isEntry = (line: string): boolean =>
    line.search(/[^ ]|$/) <= indent && looksLikeEntry.test(line);
  return further?.split("\n").some(isEntry) === true ? undefined : further;
}

const maximumIndent = 200;

/** Match up to the closing quote. Only the end of a value may follow it. */
const toSingleQuote = /^[^']*(?:''[^']*)*'(?!')(?=[ \t]*(?:[,\]}\r\n]|#|$))/;
const toDoubleQuote = /^[^"\\]*(?:\\[\s\S][^"\\]*)*"(?=[ \t]*(?:[,\]}\r\n]|#|$))/;

/** A first line that begins with a key or a list item. Then the closing quote is probably missing. */
const looksLikeEntry = /^[ \t]*(?:-[ \t]|[\w$/.{}-]+:(?:\s|$))/;

const looseQuotes = {
  code: "loose-yaml",
  message:
    "This line continues a quoted text and is not indented enough; it is read as part of the text.",
  fix: "Indent it more than the line in which the text begins.",
};

function withoutSpaces(offset: number, spaces: Mended["spaces"]): number {
  let low = 0;
  let high = spaces.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const { offset: at = 0, before = 0 } = spaces[middle] ?? {};
    [low, high] = at + before < offset ? [middle + 1, high] : [low, middle];
  }
  const last = spaces[low - 1];
  return last === undefined ? offset : Math.max(offset - last.before - last.length, last.offset);
}

/** Sorts the inserted spaces by offset, and counts for each how many are before it. */
function sumSpacesInOrder(spaces: readonly Pick<Spaces, "offset" | "length">[]): readonly Spaces[] {
  let before = 0;
  return spaces
    .toSorted((left, right) => left.offset - right.offset)
    .map((each) => {
      const placed = { ...each, before };
      before += each.length;
      return placed;
    });
}
