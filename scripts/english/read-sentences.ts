import { type Piece, scanCode } from "./scan-code.ts";

/** One sentence of a comment, a message or a page. */
export interface Sentence {
  readonly text: string;
  /** The line on which it begins, counted from 1. */
  readonly line: number;
}

/**
 * The sentences of a file that people read: the comments and messages in code, the text of Markdown, and the text and
 * comments of YAML. Of the strings in tests only titles count, because their documents are not messages.
 */
export function readSentences(path: string, content: string): Sentence[] {
  if (path.endsWith(".md")) {
    return splitSentences(withoutBlocks(content), 0, content);
  }
  if (path.endsWith(".yaml")) {
    return splitSentences(content.replace(/^(\s*(?:- )?)[\w$.-]+:(?= |$)/gm, mask), 0, content);
  }
  const isTest = /\.test\.ts$|(?:^|\/)(?:testing|test)\//.test(path);
  return joinComments(scanCode(content), content)
    .filter(
      ({ kind, text, offset }) =>
        kind === "comment" || ((!isTest || isTitle(content, offset)) && isMessage(text)),
    )
    .flatMap(({ kind, text, offset }) =>
      kind === "comment"
        ? splitSentences(text.replace(/\*\/$/, ""), offset, content)
        : splitSentences(isTest ? startSentence(text) : text.slice(1, -1), offset + 1, content),
    );
}

/** Whether a string is the first argument of a test or of a suite, which may have a table of cases: `test.each(…)("…")`. */
function isTitle(content: string, offset: number): boolean {
  return /(?:\b(?:test|it|describe)(?:\.\w+)*|\))\(\s*$/.test(
    content.slice(Math.max(0, offset - 40), offset),
  );
}

/** Titles begin with a small letter, and are sentences all the same. */
function startSentence(quoted: string): string {
  return quoted.charAt(1).toUpperCase() + quoted.slice(2, -1);
}

/** Line comments below each other are one text. */
function joinComments(pieces: readonly Piece[], content: string): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    const end = last === undefined ? 0 : last.offset + last.text.length;
    const continues =
      last?.text.startsWith("//") &&
      piece.text.startsWith("//") &&
      /^\n[ \t]*$/.test(content.slice(end, piece.offset));
    if (last !== undefined && continues) {
      const text = content.slice(last.offset, piece.offset + piece.text.length);
      joined[joined.length - 1] = { ...last, text };
    } else {
      joined.push(piece);
    }
  }
  return joined;
}

/** Whether a string is text: strings of one or two words are names and keys. */
export function isMessage(text: string): boolean {
  return text.split(/\s+/).filter((word) => /[a-z]/i.test(word)).length > 2;
}

/** Replaces a text by spaces, but keeps line breaks, so that line numbers stay correct. */
function mask(text: string): string {
  return text.replace(/[^\n]/g, " ");
}

function withoutBlocks(markdown: string): string {
  return markdown.replace(/^( *)```[\s\S]*?^\1```/gm, mask).replace(/^---\n[\s\S]*?\n---\n/, mask);
}

/** Where a sentence ends: after a mark, at an empty line, an item of a list, a cell of a table, a heading, or a tag of a docstring. */
const end =
  /(?<=[.!?:][)"*_]*)(?=\s)|\n[ \t/*]*\n|\n[ \t/*]*(?=(?:[-*+]|\d+\.)\s|#|>|\|)|\||(?=@(?:param|returns|throws|default)\b)/;

function splitSentences(text: string, offset: number, content: string): Sentence[] {
  const bare = text.replace(/`[^`\n]*`/g, (code) => "…".repeat(code.length));
  const sentences: Sentence[] = [];
  let at = 0;
  for (const part of bare.split(end)) {
    const found = bare.indexOf(part, at);
    at = found + part.length;
    const lead = /^(?:[\s/*#>|"'`-]|\d+\.\s|@\w+(?:\s+\w+)?\s)*/.exec(part)?.[0].length ?? 0;
    const words = part
      .slice(lead)
      .replace(/\n[ \t]*(?:\*|\/\/|>)?[ \t]*/g, " ")
      .replaceAll(/…+/g, "…")
      .trim();
    if (words !== "") {
      sentences.push({ text: words, line: findLineAt(content, offset + found + lead) });
    }
  }
  return sentences;
}

function findLineAt(content: string, offset: number): number {
  return content.slice(0, offset).split("\n").length;
}
