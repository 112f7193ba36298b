import { escapeMarkdown } from "./markdown.ts";

/**
 * Text for the label of a Markdown link, displayed unchanged. Special characters are written as character references,
 * because some renderers first remove the backslashes of a label and then parse it as Markdown.
 */
export function escapeMarkdownLabel(text: string): string {
  return words.test(text)
    ? text
    : escapeMarkdown(text).replace(/\\([!-/:-@[-`{-~])/g, (_, mark: string) =>
        writeCharacterReference(mark),
      );
}

/** Names as most documents have them. An underscore between letters does not begin emphasis. */
const words = /^(?:[A-Za-z0-9]+[_.-])*[A-Za-z0-9]+$/;

function writeCharacterReference(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}
