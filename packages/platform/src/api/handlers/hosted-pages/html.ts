/** HTML that is safe to send: every value in it was escaped. */
export interface Html {
  readonly html: string;
}

/**
 * A value in a template. Text is escaped, HTML is inserted as it is, lists are joined, and null and undefined print
 * nothing.
 */
type Part = string | number | Html | readonly Html[] | null | undefined;

/**
 * A template of HTML. Insert texts only between tags and in quoted attributes, never in a script or a style; the
 * pages have neither.
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
