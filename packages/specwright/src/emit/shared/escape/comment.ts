import { unseen } from "../../../text/unseen.ts";

/**
 * Text for the inside of a block comment. It cannot end the comment, hide characters, or act as an instruction to a
 * compiler, a bundler or a documentation tool. Line breaks of every kind become `\n`; the caller arranges the lines.
 *
 * @example
 * ```ts
 * import { escapeComment } from "specwright/target";
 *
 * escapeComment("@deprecated"); // => "\\@deprecated"
 * ```
 */
export function escapeComment(text: string): string {
  if (harmless.test(text)) {
    return text;
  }
  const shown = visible.test(text)
    ? text
    : text.toWellFormed().replace(lineBreaks, "\n").replace(invisible, "");
  return shown
    .replaceAll("*/", "*\\/")
    .replace(sourceMap, "/$1 $2")
    .replace(annotation, "$1 __")
    .replace(tag, "\\@");
}

/** Matches most texts: printable characters without `#`, `*` and `@`, to which none of the rules below applies. */
const harmless =
  /^[\n\x20-\x22\x24-\x29\x2b-\x3f\x41-\x7e\xa0-\xac\xae-\u034e\u2010-\u2027\u2030-\u205f]*$/;

/** The same with `#`, `*` and `@`. Such a string has no invisible characters, and all its line breaks are line feeds. */
const visible = /^[\n\x20-\x7e\xa0-\xac\xae-\u034e\u2010-\u2027\u2030-\u205f]*$/;

const lineBreaks = /\r\n?|[\u2028\u2029\u0085\v\f]/g;

/** Invisible characters, and control characters except tab and line feed. */
const invisible = new RegExp(`[\\0-\\x08\\x0e-\\x1f\\x7f-\\x9f]|${unseen}`, "gu");

/** Node also finds `//# sourceMappingURL=` inside comments. */
const sourceMap = /\/([/*])([#@])/g;

/** Bundlers act on `#__PURE__` and its siblings in the comment before an expression. */
const annotation = /([#@])__/g;

/** TypeScript reads a tag wherever `@` is at the start of a line or after a space, even between backticks. */
const tag = /(?<=^[*/]*|[\s*/])@/gm;
