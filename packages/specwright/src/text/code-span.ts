import { toOneLine, withoutInvisible } from "./without-invisible.ts";

/** Text as a Markdown code span on one line, displayed unchanged. Empty when the text has nothing to display. */
export function escapeCodeSpan(text: string): string {
  const shown = toOneLine(text);
  if (shown === "") {
    return "";
  }
  const mark = "`".repeat(findLongestRun(shown) + 1);
  // Without the spaces, the text's own backticks would be read as part of the delimiters (CommonMark 0.31, section
  // 6.1).
  return /^`|`$/.test(shown) ? `${mark} ${shown} ${mark}` : mark + shown + mark;
}

/**
 * Text as a fenced code block of Markdown. The fence is longer than any run of backticks in the text, so the text
 * cannot end it.
 */
export function fenceCode(language: string, text: string): string {
  const shown = withoutInvisible(text).replace(/\r\n?/g, "\n").trimEnd();
  const mark = "`".repeat(Math.max(findLongestRun(shown) + 1, 3));
  return `${mark}${language}\n${shown}\n${mark}`;
}

/** A name of the document in our own sentence, as a code span. */
export function quoteName(name: string | undefined): string {
  return escapeCodeSpan(String(name)) || "(empty)";
}

/**
 * Splits one line of Markdown at its code spans (CommonMark 0.31, section 6.1). The parts with odd indexes are the contents
 * of code spans.
 */
export function splitCodeSpans(line: string): readonly string[] {
  return line
    .split(/(?<!`)(`+)(?!`)(.*?[^`])\1(?!`)/)
    .filter((_, index) => index % 3 !== 1)
    .map((part, index) => (index % 2 === 1 ? part.replace(/^ (.*`.*) $/, "$1") : part));
}

function findLongestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}
