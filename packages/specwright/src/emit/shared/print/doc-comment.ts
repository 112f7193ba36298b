import { escapeComment } from "../escape/comment.ts";
import { wrapProse } from "./wrap-prose.ts";

/** The text of a doc comment, as the document has it. `renderDocComment` escapes it. */
export interface DocText {
  readonly title?: string | undefined;
  readonly summary?: string | undefined;
  readonly description?: string | undefined;
  readonly deprecated?: boolean | undefined;
  /** Further lines after the description, such as `Format: uuid`. */
  readonly notes?: readonly string[];
  /** Block tags with their text, such as `["default", "10"]`. */
  readonly tags?: readonly (readonly [tag: string, text: string])[];
}

/**
 * A doc comment, to be inserted before a declaration. Each line is indented, and the last one ends with a line break.
 * Prose is wrapped at 100 columns. Empty when the text is empty.
 *
 * @example
 * ```ts
 * import { renderDocComment } from "specwright/target";
 *
 * console.log(renderDocComment({ summary: "Lists pets.", deprecated: true }));
 * ```
 */
export function renderDocComment(text: DocText, indent = ""): string {
  const lines = printCommentLines(text, Math.max(minimumWidth, columns - `${indent} * `.length));
  const [first] = lines;
  if (first === undefined) {
    return "";
  }
  if (lines.length === 1 && first.length + indent.length <= 90) {
    return `${indent}/** ${first} */\n`;
  }
  const body = lines
    .map((line) => (line === "" ? `${indent} *\n` : `${indent} * ${line}\n`))
    .join("");
  return `${indent}/**\n${body}${indent} */\n`;
}

/** The maximum length of a comment's line. */
const columns = 100;

/** In deeply nested types, lines become longer than `columns` rather than narrower than this. */
const minimumWidth = 40;

function printCommentLines(text: DocText, width: number): string[] {
  const lines: string[] = [];
  addParagraph(lines, text.title, width);
  if (text.summary !== text.title) {
    addParagraph(lines, text.summary, width);
  }
  if (text.description !== text.title && text.description !== text.summary) {
    addParagraph(lines, text.description, width);
  }
  for (const note of text.notes ?? []) {
    addParagraph(lines, joinAndEscape(note), width);
  }
  const { tags = [], deprecated } = text;
  if (lines.length > 0 && (tags.length > 0 || deprecated === true)) {
    lines.push("");
  }
  if (deprecated === true) {
    lines.push("@deprecated");
  }
  for (const [tag, value] of tags) {
    lines.push(`@${tag} ${joinAndEscape(value)}`);
  }
  return lines;
}

function addParagraph(lines: string[], text: string | undefined, width: number): void {
  const paragraph = text === undefined ? "" : escapeComment(text).trim();
  if (paragraph === "") {
    return;
  }
  if (lines.length > 0) {
    lines.push("");
  }
  const trimmed = paragraph.includes("\n")
    ? paragraph.split("\n").map((line) => line.trimEnd())
    : [paragraph];
  for (const text of wrapProse(trimmed, width)) {
    // Several empty lines become one.
    if (text !== "" || lines.at(-1) !== "") {
      lines.push(text);
    }
  }
}

/** Joins the lines first and then escapes the result, because the escapes depend on the lines of a string. */
function joinAndEscape(text: string): string {
  if (!lineBreak.test(text)) {
    return escapeComment(text);
  }
  const lines = text.split(lineBreak).map((line) => line.trim());
  return escapeComment(lines.filter((line) => line !== "").join(" "));
}

const lineBreak = /[\n\r\u2028\u2029\u0085\v\f]/;
