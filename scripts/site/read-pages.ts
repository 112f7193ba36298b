import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { resolveInRoot, root } from "../support/paths.ts";

/** A page of the site, from a file of Markdown. */
export interface SitePage {
  /** The file, from the root of the repository. */
  readonly file: string;
  /** The address of the page, from the folder of the site. */
  readonly path: string;
  readonly title: string;
  readonly markdown: string;
}

/** The pages from which all others are found. */
const first: readonly string[] = ["README.md", "docs/guide/README.md", "docs/platform/README.md"];

/** What the site needs: its pages, and other files that pages link to or show, from the root of the repository. */
export interface SiteSources {
  readonly pages: ReadonlyMap<string, SitePage>;
  readonly files: ReadonlySet<string>;
}

/** Reads the README of the repository, both guides, and every page and file to which they lead, directly or not. */
export function readSiteSources(): SiteSources {
  const pages = new Map<string, SitePage>();
  const files = new Set<string>();
  const waiting = [...first];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (pages.has(file) || files.has(file)) {
      continue;
    }
    if (!isPage(file)) {
      files.add(file);
      continue;
    }
    const markdown = readMarkdown(file);
    const [, title = file] = /^# (.*)$/m.exec(markdown) ?? [];
    pages.set(file, { file, path: toSitePath(file), title: title.replaceAll("`", ""), markdown });
    waiting.push(...listTargets(file, markdown));
  }
  return { pages, files };
}

/** A page of Markdown; or a folder, which becomes a page that lists its files. */
function isPage(file: string): boolean {
  return file.endsWith(".md") || isFolder(file);
}

function isFolder(file: string): boolean {
  return statSync(resolveInRoot(file), { throwIfNoEntry: false })?.isDirectory() === true;
}

function readMarkdown(file: string): string {
  if (!isFolder(file)) {
    return readFileSync(resolveInRoot(file), "utf8");
  }
  const own = readdirSync(resolveInRoot(file), { withFileTypes: true }).filter((e) => e.isFile());
  const lines = own.map(({ name }) => `- [${name}](${name})`);
  return `# ${file}\n\n${lines.join("\n")}\n`;
}

/** `docs/guide/README.md` is `guide/index.html`; pages outside of `docs` keep their folder. */
function toSitePath(file: string): string {
  const name = file.replace(/^docs\//, "").replace(/\.md$/, "");
  return isFolder(file) ? `${name}/files.html` : `${name.replace(/(^|\/)README$/, "$1index")}.html`;
}

/** The file to which a link of a page leads, from the root of the repository; undefined for links to other hosts. */
export function findTarget(file: string, link: string): string | undefined {
  const [path = ""] = link.split("#");
  if (/^[a-z][a-z\d+.-]*:/i.test(link) || path === "") {
    return undefined;
  }
  const folder = isFolder(file) ? file : dirname(file);
  const target = relative(root, join(root, folder, path));
  const readme = join(target, "README.md");
  return existsSync(resolveInRoot(readme)) ? readme : target;
}

function listTargets(file: string, markdown: string): readonly string[] {
  const text = markdown.replaceAll(/^ *```[\s\S]*?^ *```$/gm, "").replaceAll(/`[^`\n]*`/g, "");
  const links = [...text.matchAll(/\]\(([^)\s]+)\)|\b(?:src|srcset)="([^"]+)"/g)];
  return links
    .flatMap(([, link, source]) => findTarget(file, link ?? source ?? "") ?? [])
    .filter((target) => existsSync(resolveInRoot(target)));
}
