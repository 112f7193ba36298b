import type { Diagnostic } from "../../../diagnostic.ts";
import type { Model, Operation } from "../../../document/model/model.ts";
import type { OutputFile } from "../../../output-file.ts";
import { toOneLine } from "../../../text/without-invisible.ts";
import { escapePath } from "../../shared/escape/path.ts";
import { createNames } from "../../shared/names/names.ts";
import type { Pages } from "../pages.ts";
import { findLinkTarget, type Target } from "./find-link-target.ts";
import type { GuideFolder } from "./guide-folder.ts";
import { listLinks, type MarkdownLink } from "./list-links.ts";
import { countLines, type ParsedGuide, parseGuide, withoutNumbers } from "./parse-guide.ts";

/** A guide with its page. */
export interface PlannedGuide {
  readonly title: string;
  readonly description: string;
  /** The address of the page without extension: `guides/first-call`. */
  readonly path: string;
  /** The Markdown for the page: its links lead to other pages. */
  readonly text: string;
  /** The same for the twin in Markdown: its links lead to other twins. */
  readonly twin: string;
}

/** The guides of a reference, and the images that they show. */
export interface PlannedGuides {
  readonly guides: readonly PlannedGuide[];
  readonly images: readonly OutputFile[];
  /** Every link that leads nowhere. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Chooses the addresses of guides, and replaces links between them, to operations and to schemas. */
export function planGuides(folder: GuideFolder, model: Model, pages: Pages): PlannedGuides {
  const names = createNames({
    escape: (path) => escapePath(withoutNumbers(path)),
    separator: "-",
    ignoreCase: true,
  });
  const parsed = folder.pages.map((file) => parseGuide(file, `guides/${names.name(file.path)}`));
  const places = {
    guides: new Map(parsed.map((guide) => [guide.file.path, guide] as const)),
    named: new Map([
      ...[...model.components.schemas.keys()].map(
        (name) => [`schema:${name}`, pages.nameSchemaPage(name)] as const,
      ),
      ...model.webhooks
        .flatMap(({ operations }) => operations)
        .map((each) => [nameTarget(each), pages.nameWebhookPage(each)] as const),
      ...model.operations.map((each) => [nameTarget(each), pages.nameOperationPage(each)] as const),
    ]),
    images: folder.images,
  };
  const shown = new Set<string>();
  const diagnostics: Diagnostic[] = [];
  const guides = parsed.map((guide): PlannedGuide => {
    const { title, description, path, text } = guide;
    const replacements: Replacement[] = [];
    const locate = createLocator(guide);
    for (const link of listLinks(guide.tokens, text)) {
      const found = findLinkTarget(link, guide, places);
      if (typeof found === "string" || (found !== undefined && link.place === undefined)) {
        const problem = typeof found === "string" ? found : unreadable;
        diagnostics.push(
          reportLink(link, problem, { file: guide.file.file, ...locate(link.offset) }),
        );
      } else if (found !== undefined && link.place !== undefined) {
        replacements.push({ ...link.place, ...found });
        if (found.image !== undefined) {
          shown.add(found.image);
        }
      }
    }
    return {
      title,
      description,
      path,
      text: replace(text, replacements, "page"),
      twin: replace(text, replacements, "twin"),
    };
  });
  const images = [...shown].map((path) => ({
    path: `guides/${path}`,
    content: folder.images.get(path) ?? "",
    isBinary: true,
  }));
  return { guides, images, diagnostics };
}

const unreadable =
  "cannot be replaced: its address is written with escapes, or stands on two lines";

function nameTarget({ operationId, name }: Operation): string {
  return `operation:${operationId ?? name}`;
}

interface Replacement extends Target {
  readonly start: number;
  readonly end: number;
}

function replace(
  text: string,
  replacements: readonly Replacement[],
  kind: "page" | "twin",
): string {
  const parts: string[] = [];
  let end = 0;
  // A link stands before the image inside it, but its address after that of the image.
  for (const each of replacements.toSorted((left, right) => left.start - right.start)) {
    parts.push(text.slice(end, each.start), each[kind]);
    end = each.end;
  }
  return [...parts, text.slice(end)].join("");
}

function reportLink(
  { address, isImage }: MarkdownLink,
  problem: string,
  place: Pick<Diagnostic, "file" | "line" | "column">,
): Diagnostic {
  return {
    severity: "error",
    code: "broken-guide-link",
    message: `The ${isImage ? "image" : "link"} \`${toOneLine(address).slice(0, 200)}\` ${problem}.`,
    fix: "Write a path from this file to a file of the folder, or `operation:<operationId>`, or `schema:<name>`.",
    ...place,
  };
}

/** Finds lines and columns of offsets, which have to ascend. */
function createLocator({
  text,
  line: first,
}: ParsedGuide): (offset: number) => { readonly line: number; readonly column: number } {
  let line = first;
  let from = 0;
  return (offset) => {
    line += countLines(text, from, offset);
    from = offset;
    return { line, column: offset - text.lastIndexOf("\n", offset - 1) };
  };
}
