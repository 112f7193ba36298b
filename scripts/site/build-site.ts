import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runInNewContext } from "node:vm";
import Handlebars from "handlebars";
import { readMiniSearch } from "../../packages/specwright/src/commands/output/emit-reference.ts";
import { printScriptValue } from "../../packages/specwright/src/emit/docs/script-value.ts";
import type { SearchEntry } from "../../packages/specwright/src/emit/docs/site/search-entries.ts";
import { buildDocs } from "../docs/build.ts";
import { Failure } from "../support/failure.ts";
import { resolveInRoot } from "../support/paths.ts";
import { buildNavigation } from "./navigation.ts";
import { readSiteSources, type SitePage, type SiteSources } from "./read-pages.ts";
import { renderContent, toFilePath } from "./render-page.ts";

/** The result of building the site. */
export interface BuiltSite {
  readonly pages: number;
  readonly links: number;
}

/** What the site has. */
export interface SiteOptions {
  /** Also builds the reference of the API, in `reference/`. */
  readonly withReference: boolean;
  /** Default: those of the repository. */
  readonly sources?: SiteSources;
}

/**
 * Builds one static site of both guides, and of every page that they lead to. The folder is emptied first. Its links are relative, so any
 * path of any host will do.
 *
 * @throws Failure with every link that leads nowhere; nothing is written then
 */
export async function buildSite(out: string, options: SiteOptions): Promise<BuiltSite> {
  const { withReference, sources = readSiteSources() } = options;
  const template = Handlebars.compile(readFileSync(findPart("site.html.hbs"), "utf8"));
  const html = new Map<string, string>();
  const entries: SearchEntry[] = [];
  for (const page of sources.pages.values()) {
    const content = renderContent(page, sources);
    html.set(
      page.path,
      template({
        title: page.title,
        root: "../".repeat(page.path.split("/").length - 1) || "./",
        sections: buildNavigation(
          page,
          sources,
          withReference ? "reference/index.html" : undefined,
        ),
        content,
        headings: listHeadings(content),
      }),
    );
    entries.push(...listEntries(page, content));
  }
  const others = new Map([...sources.files].map((file) => [toFilePath(file), file]));
  const broken = findBroken(html, others);
  if (broken.length > 0) {
    throw new Failure(`Links of the site lead nowhere:\n${broken.join("\n")}`);
  }
  rmSync(out, { recursive: true, force: true });
  for (const [path, text] of html) {
    write(join(out, path), text);
  }
  for (const [path, file] of others) {
    mkdirSync(dirname(join(out, path)), { recursive: true });
    copyFileSync(resolveInRoot(file), join(out, path));
  }
  copyFileSync(findPart("site.css"), join(out, "site.css"));
  for (const name of ["theme.css", "pages.js", "search.js", "search.css"]) {
    const text = readFileSync(resolveInRoot(`templates/docs/${name}.hbs`), "utf8");
    write(join(out, name), Handlebars.compile(text, { noEscape: true })({}));
  }
  write(join(out, "minisearch.js"), readMiniSearch());
  if (withReference) {
    await buildDocs(join(out, "reference"));
  }
  writeSearchIndexes(out, entries);
  return { pages: html.size, links: [...html.values()].flatMap(listLinks).length };
}

/** The search of the site and that of the reference find the sections of pages and what the reference has. */
function writeSearchIndexes(out: string, sections: readonly SearchEntry[]): void {
  const path = join(out, "reference/search-index.js");
  // Our own script: a declaration of the list.
  const own = existsSync(path)
    ? (runInNewContext(`${readFileSync(path, "utf8")}; searchEntries`) as SearchEntry[])
    : [];
  const move = (entries: readonly SearchEntry[], folder: string): readonly SearchEntry[] =>
    entries.map((entry) => ({ ...entry, p: folder + entry.p }));
  const print = (entries: readonly SearchEntry[]): string =>
    `"use strict";\nvar searchEntries = ${printScriptValue(entries)};\n`;
  write(join(out, "search-index.js"), print([...sections, ...move(own, "reference/")]));
  if (own.length > 0) {
    write(path, print([...own, ...move(sections, "../")]));
  }
}

/** The sections of a page in the index of the search. */
function listEntries({ path, title: page }: SitePage, content: string): readonly SearchEntry[] {
  const parts = content.split(/(?=<h[1-3] id=")/).filter((part) => part.startsWith("<h"));
  return parts.map((part) => {
    const [whole = "", id = "", heading = ""] = /^<h\d id="([^"]*)">(.*?)<\/h\d>/s.exec(part) ?? [];
    const isPage = part.startsWith("<h1");
    return {
      p: path.replace(/\.html$/, ""),
      ...(!isPage && { a: id }),
      t: toText(heading),
      g: isPage ? "" : page,
      x: toText(part.slice(whole.length)).slice(0, 1500),
      k: 4,
    };
  });
}

/** The parts of a page, for the list beside it; none when there is only one. */
function listHeadings(content: string): readonly { readonly id: string; readonly title: string }[] {
  const found = [...content.matchAll(/<h2 id="([^"]*)">(.*?)<\/h2>/gs)];
  return found.length < 2
    ? []
    : found.map(([, id = "", heading = ""]) => ({ id, title: toText(heading) }));
}

function toText(html: string): string {
  return html
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ")
    .trim();
}

function listLinks(html: string): readonly string[] {
  const links = [...html.matchAll(/ (?:href|src|srcset)="([^"]*)"/g)];
  return links.map(([, link = ""]) => link).filter((link) => !/^[a-z][a-z\d+.-]*:/i.test(link));
}

/** Checks the links of every page: their file and their heading have to exist. The reference checks its own. */
function findBroken(
  html: ReadonlyMap<string, string>,
  others: ReadonlyMap<string, string>,
): readonly string[] {
  const assets = new Set(["theme.css", "site.css", "pages.js", "reference/index.html"]);
  return [...html].flatMap(([from, text]) =>
    listLinks(text)
      .filter((link) => {
        const [path = "", anchor] = link.split("#");
        const to = path === "" ? from : join(dirname(from), decodeURI(path));
        const page = html.get(to);
        const exists = page !== undefined || others.has(to) || assets.has(to);
        return !(exists && (anchor === undefined || page?.includes(` id="${anchor}"`) === true));
      })
      .map((link) => `${from}: ${link}`),
  );
}

function findPart(name: string): string {
  return resolveInRoot(`scripts/site/${name}`);
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
