/** HTML that is safe to send: everything that was put into it was escaped. */
export interface Html {
  readonly html: string;
}

/** Values of a template: text is escaped, HTML stays as it is, lists are joined, and null and undefined print nothing. */
type Part = string | number | Html | readonly Html[] | null | undefined;

/**
 * A template of HTML. Texts may stand between tags and in quoted attributes, and nowhere else: neither in a script nor in
 * a style, of which the pages have none.
 */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const pieces = texts.map(
    (text, index) => text + (index < parts.length ? write(parts[index]) : ""),
  );
  return { html: pieces.join("") };
}

function write(part: Part): string {
  if (part === null || part === undefined) {
    return "";
  }
  if (typeof part === "object") {
    return "html" in part ? part.html : part.map((each) => each.html).join("\n");
  }
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
