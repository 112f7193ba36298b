import { posix } from "node:path";
import { Marked } from "marked";
import { createAnchors } from "../../packages/specwright/src/emit/docs/guides/heading-anchors.ts";
import { highlightCode } from "../../packages/specwright/src/emit/docs/site/highlight.ts";
import { findTarget, type SitePage, type SiteSources } from "./read-pages.ts";

/** The content of a page as HTML. Its links lead to the pages and files of the site, relative to it. */
export function renderContent(page: SitePage, { pages, files }: SiteSources): string {
  return createRenderer()
    .parse(page.markdown, { async: false })
    .replaceAll(
      "<table>",
      '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>',
    )
    .replaceAll("</table>", "</table></div>")
    .replaceAll(/ (href|src|srcset)="([^"]*)"/g, (whole, name: string, link: string) => {
      const target = findTarget(page.file, link);
      const path = target === undefined ? undefined : locate(target);
      const [, anchor] = link.split("#");
      return path === undefined
        ? whole
        : ` ${name}="${relate(page.path, path)}${anchor === undefined ? "" : `#${anchor}`}"`;
    });

  function locate(target: string): string | undefined {
    return pages.get(target)?.path ?? (files.has(target) ? toFilePath(target) : undefined);
  }
}

/** Headings have the anchors that hosts of git give them, and code has colours. */
function createRenderer(): Marked {
  const nameAnchor = createAnchors();
  return new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const html = this.parser.parseInline(tokens);
        return `<h${depth} id="${nameAnchor(html)}">${html}</h${depth}>\n`;
      },
      code: ({ text, lang = "" }) =>
        `<pre tabindex="0"><code>${highlightCode(text, lang.split(/\s/)[0] ?? "")}</code></pre>\n`,
    },
  });
}

/** The place of a file that is not a page. Code is text, so that a browser shows it whatever its name ends in. */
export function toFilePath(file: string): string {
  const isShown = /\.(?:svg|png|json)$/.test(file);
  return isShown ? file.replace(/^docs\//, "") : `source/${file}.txt`;
}

/** The address of a file of the site as a page of the site links to it. */
export function relate(from: string, to: string): string {
  return posix.relative(posix.dirname(from), to);
}
