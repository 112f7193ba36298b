import { withoutInvisible } from "./invisible.ts";

/**
 * Text as one line of Markdown that is displayed unchanged. It does not begin a list, link, image, emphasis or HTML,
 * neither in CommonMark nor in GitHub's extensions, even at the beginning of a block.
 */
export function escapeMarkdown(text: string): string {
  return withoutInvisible(text)
    .replace(space, " ")
    .trim()
    .replace(/[\\`*_[\]<>&|~#$]/g, "\\$&")
    .replace(blockStart, (_, before: string, mark: string) => `${before}\\${mark}`)
    .replace(/:(?=\/\/)/g, "\\:")
    .replace(/(?<=www)\./gi, "\\.")
    .replace(/(?<=[\w.+-])@(?=\w)/g, "\\@");
}

/** "Next line" (U+0085) is a line break too, but `\s` does not match it. */
const space = /[\s\u0085]+/g;

/**
 * The beginning of a list, a line or an underlined heading. The characters that begin other blocks are escaped
 * everywhere.
 */
const blockStart = /^(\d*)([-+=.)])/;
