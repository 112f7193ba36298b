/**
 * Text as one line of Markdown that shows it as it is: no element, link, image, emphasis or HTML begins in it, neither of
 * CommonMark nor of GitHub's extensions. It may stand at the beginning of a block.
 */
export function escapeMarkdown(text: string): string {
  return text
    .toWellFormed()
    .replace(hidden, "")
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

/** Control characters except white space, and controls of text direction (CVE-2021-42574). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must go.
const hidden = /[\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069]/g;

/** What begins a list, a line or an underlined heading; the other marks of blocks are escaped everywhere. */
const blockStart = /^(\d*)([-+=.)])/;
