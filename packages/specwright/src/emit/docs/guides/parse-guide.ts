import { posix } from "node:path";
import type { TokensList } from "marked";
import { toOneLine, withoutInvisible } from "../../../text/without-invisible.ts";
import { parseMarkdown, renderInline, walkMarkdown } from "../site/markdown-html.ts";
import type { GuideFile } from "./guide-folder.ts";
import { createAnchors } from "./heading-anchors.ts";

/** A guide before its links are replaced. */
export interface ParsedGuide {
  readonly file: GuideFile;
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly text: string;
  /** The line of the file on which the text begins. */
  readonly line: number;
  readonly tokens: TokensList;
  readonly anchors: ReadonlySet<string>;
}

/** Parses a guide: its title, the text below the title, and the anchors of its headings. */
export function parseGuide(file: GuideFile, path: string): ParsedGuide {
  const text = withoutInvisible(file.text.replace(/\r\n?/g, "\n"));
  const all = parseMarkdown(text);
  const first = all.findIndex(({ type }) => type !== "space");
  const heading = all[first];
  const isTitle =
    heading?.type === "heading" &&
    heading.depth === 1 &&
    (file.title === undefined || toOneLine(heading.text) === toOneLine(file.title));
  const before = isTitle ? text.indexOf(heading.raw) + heading.raw.length : 0;
  const rest = text.slice(before);
  const tokens = isTitle ? parseMarkdown(rest) : all;
  const nameAnchor = createAnchors();
  const anchors = new Set<string>();
  walkMarkdown(tokens, (token) => {
    if (token.type === "heading") {
      anchors.add(nameAnchor(renderInline(token.tokens ?? [])));
    }
  });
  const paragraph = tokens.find(({ type }) => type === "paragraph");
  const named = isTitle ? heading.text.replace(/[`*]/g, "") : "";
  return {
    file,
    path,
    title:
      toOneLine(file.title ?? named) ||
      withoutNumbers(posix.basename(file.path)).replace(/-/g, " "),
    description: file.description ?? paragraph?.raw ?? "",
    text: rest,
    line: file.line + countLines(text, 0, before),
    tokens,
    anchors,
  };
}

/** `01-start/2. first call.md` without its extension and its numbers, which only order the files. */
export function withoutNumbers(path: string): string {
  const steps = path.replace(/\.md$/i, "").split("/");
  return steps.map((step) => step.replace(/^\d+[-_. ]+(?=.)/, "")).join("/");
}

/** The line breaks between two offsets of a text. */
export function countLines(text: string, start: number, end: number): number {
  return text.slice(start, end).split("\n").length - 1;
}
