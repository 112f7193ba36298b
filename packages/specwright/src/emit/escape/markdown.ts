import { withoutInvisible } from "./invisible.ts";

/**
 * Text as one line of Markdown that shows it as it is: no element, link, image, emphasis or HTML begins in it, neither of
 * CommonMark nor of GitHub's extensions. It may stand at the beginning of a block.
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

/** "Next line" breaks lines too, although `\s` lacks it. */
const space = /[\s\u0085]+/g;

/** The beginning of a list, a line or an underlined heading; the other marks of blocks are escaped everywhere. */
const blockStart = /^(\d*)([-+=.)])/;
