import { toOneLine } from "../../../text/without-invisible.ts";

/**
 * Text as one line of Markdown that is displayed unchanged. It does not begin a list, link, image, emphasis or HTML,
 * neither in CommonMark nor in GitHub's extensions, even at the beginning of a block.
 *
 * @example
 * ```ts
 * import { escapeMarkdown } from "specwright/target";
 *
 * escapeMarkdown("a *b*"); // => "a \\*b\\*"
 * ```
 */
export function escapeMarkdown(text: string): string {
  return toOneLine(text)
    .replace(/[\\`*_[\]<>&|~#$]/g, "\\$&")
    .replace(blockStart, (_, before: string, mark: string) => `${before}\\${mark}`)
    .replace(/:(?=\/\/)/g, "\\:")
    .replace(/(?<=www)\./gi, "\\.")
    .replace(/(?<=[\w.+-])@(?=\w)/g, "\\@");
}

/**
 * The beginning of a list, a line or an underlined heading. The characters that begin other blocks are escaped
 * everywhere.
 */
const blockStart = /^(\d*)([-+=.)])/;
