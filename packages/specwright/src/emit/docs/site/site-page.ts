import type { Model, Operation } from "../../../document/model/model.ts";
import type { JsonObject } from "../../../json-object.ts";
import type { Render } from "../../../text/render.ts";
import { toOneLine } from "../../../text/without-invisible.ts";
import type { VersionChanges } from "../changes-page.ts";
import type { PlannedGuides } from "../guides/plan-guides.ts";
import type { Pages } from "../pages.ts";
import type { CodeSample } from "../samples/own-samples.ts";
import type { Theme } from "../theme.ts";
import type { DocumentedError } from "./list-errors.ts";
import type { RenderMarkdown } from "./markdown-html.ts";
import type { PlannedOperation, SitePlan } from "./plan-site.ts";
import type { SchemaTrees } from "./schema-tree.ts";

/** The input of the pages, in addition to the model. */
export interface SiteInput {
  readonly document: JsonObject;
  readonly pages: Pages;
  readonly introduction: string | undefined;
  /** The titles of tags that differ from their names. */
  readonly titles: ReadonlyMap<string, string>;
  readonly listSamples: (operation: Operation) => readonly CodeSample[];
  /** The address of the site, for canonical links and `sitemap.xml`. */
  readonly url?: string | undefined;
  readonly theme?: Theme | undefined;
  /** The version of the document and its changes, when the site has the references of several versions. */
  readonly version?: VersionChanges | undefined;
  /** Guides from a folder beside the document. */
  readonly guides: PlannedGuides;
  /** The source of MiniSearch, which the search loads. */
  readonly minisearch: string;
}

/** What a template gets. */
export type View = Readonly<Record<string, unknown>>;

/** What every page is made from. */
export interface SiteContext {
  readonly model: Model;
  readonly render: Render;
  readonly input: SiteInput;
  readonly plan: SitePlan;
  readonly markdown: RenderMarkdown;
  readonly trees: SchemaTrees;
  readonly errors: readonly DocumentedError[];
  /** The title of the site: never empty. */
  readonly title: string;
}

/** A page before its layout. */
export interface SitePage {
  /** The address relative to the site, without extension. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly section: string;
  readonly content: string;
  /** The kind of the page, for its layout: with a column of samples, or without. */
  readonly kind: "wide" | "text";
  /** The Markdown of the same content. */
  readonly twin: string;
  /** The operation's id, with which the picker of versions finds the page in another version. */
  readonly operation?: string;
  /** The servers to which the page's form may send requests. */
  readonly servers?: readonly string[];
}

/** Examples beside an operation, and operations beside a schema. */
export const maximumShown = 24;

/** The views of links to operations. */
export function viewLinks(operations: readonly PlannedOperation[], root: string): readonly View[] {
  return operations.map(({ title, method, kind, path, operation }) => ({
    title,
    method,
    kind,
    link: `${root}${encodeURI(path)}.html`,
    path: operation.path,
    deprecated: operation.deprecated,
  }));
}

/** The description of a page: the summary of the first text that has one. */
export function describePage(...texts: readonly (string | undefined)[]): string {
  return texts.map((text) => takeSummary(text ?? "")).find((summary) => summary !== "") ?? "";
}

/** The first sentences of a Markdown text as plain text, for a page's description or a list. They end with a whole word. */
export function takeSummary(text: string, longest = 160): string {
  const [first = ""] = text
    .trim()
    .slice(0, 4000)
    .split(/\r?\n\s*\r?\n/);
  const plain = toOneLine(
    first
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      // An underscore inside a name is not a mark: `next_cursor`.
      .replace(/[`*#>]|\[!\w+\]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, ""),
  );
  // Three dots: the character for them would make V8 keep every page with two bytes a character.
  return plain.length <= longest
    ? plain
    : `${plain.slice(0, longest - 3).replace(/\s\S*$/, "")}...`;
}
