import { quoteName, splitCodeSpans } from "../../../text/code-span.ts";
import { escapeMarkdown } from "./markdown.ts";

/**
 * Our own sentence with quoted texts of the document in backticks, such as a change, as one line of Markdown. The result
 * has only text and code spans, for all texts: no HTML, link, image, mention, heading or list.
 */
export function escapeMarkdownMessage(message: string): string {
  return splitCodeSpans(message.replace(/[\s\u0085]+/g, " "))
    .map((part, index) => (index % 2 === 1 ? quoteName(part) : escapeBetween(part, index === 0)))
    .join("")
    .trim();
}

/** Spaces beside a code span stay. Backticks become references, because those beside a span would become part of it. */
function escapeBetween(text: string, isFirst: boolean): string {
  const [before = "", inner = "", after = ""] = /^( *)(.*?)( *)$/.exec(text)?.slice(1) ?? [];
  // In the middle of a line, punctuation does not begin a block.
  const escaped = isFirst ? escapeMarkdown(inner) : escapeMarkdown(`a${inner}`).slice(1);
  return before + escaped.replaceAll("\\`", "&#96;").replace(/(?<!\\)@/g, "\\@") + after;
}
