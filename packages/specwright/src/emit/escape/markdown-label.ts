import { escapeMarkdown } from "./markdown.ts";

/**
 * Text for the label of a link of Markdown, which shows it as it is. Marks are written as character references: some renderers
 * take the backslashes out of a label first and read it as Markdown then.
 */
export function escapeMarkdownLabel(text: string): string {
  return words.test(text)
    ? text
    : escapeMarkdown(text).replace(/\\([!-/:-@[-`{-~])/g, (_, mark: string) => reference(mark));
}

/** Names as documents have them. An underscore between letters does not begin emphasis. */
const words = /^(?:[A-Za-z0-9]+[_.-])*[A-Za-z0-9]+$/;

function reference(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}
