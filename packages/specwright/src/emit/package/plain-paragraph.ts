/** Longer paragraphs are cut after a word, because a README should be short. */
const maximumLength = 600;

/**
 * The first paragraph of a description (CommonMark), not counting headings, without the marks of emphasis, code and
 * links. Empty when the description has none. The caller still has to escape the result.
 */
export function takePlainParagraph(description = ""): string {
  const lines = description.replace(/\r\n?/g, "\n").split("\n");
  const start = lines.findIndex((line) => line.trim() !== "" && !heading.test(line));
  const rest = start < 0 ? [] : lines.slice(start);
  const end = rest.findIndex((line) => line.trim() === "" || heading.test(line));
  const text = (end < 0 ? rest : rest.slice(0, end)).join(" ");
  return cut(withoutMarks(text.slice(0, 2 * maximumLength)));
}

const heading = /^ {0,3}(?:#{1,6}(?:\s|$)|(?:=+|-+)\s*$)/;

function withoutMarks(text: string): string {
  return text
    .replace(/!?\[([^\][]*)\]\([^()\s]*\)/g, "$1")
    .replace(/<((?:https?:\/\/|mailto:)[^<>\s]+)>/g, "$1")
    .replace(/(\*\*|__)(?=\S)([^*_]+)(?<=\S)\1/g, "$2")
    .replace(/(?<!\w)([*_])(?=\S)([^*_]+)(?<=\S)\1(?!\w)/g, "$2")
    .replace(/`([^`]+)`/g, "$1");
}

function cut(text: string): string {
  if (text.length <= maximumLength) {
    return text;
  }
  const words = text.slice(0, maximumLength).replace(/\s+\S*$/, "");
  return `${words} …`;
}
