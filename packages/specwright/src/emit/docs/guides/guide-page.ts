import type { OutputFile } from "../../../output-file.ts";
import { escapeMarkdown } from "../../shared/escape/markdown.ts";
import { escapeMarkdownText } from "../../shared/escape/markdown-text.ts";
import {
  parseMarkdown,
  renderInline,
  renderPageText,
  walkMarkdown,
} from "../site/markdown-html.ts";
import type { SearchEntry } from "../site/search-entries.ts";
import { type SiteContext, type SitePage, takeSummary, type View } from "../site/site-page.ts";
import { nameHeadingId } from "./find-link-target.ts";
import { createAnchors } from "./heading-anchors.ts";
import type { PlannedGuide } from "./plan-guides.ts";

/** Characters of a section that the search knows. */
const maximumText = 1500;

/** The page of a guide. */
export function makeGuidePage(
  { render }: SiteContext,
  guides: readonly PlannedGuide[],
  index: number,
): SitePage {
  const { title, description, path, text } = guides[index] ?? failToFind(index);
  const nameAnchor = createAnchors();
  const view = (other: PlannedGuide | undefined): View | false =>
    other !== undefined && { title: other.title, link: `../${encodeURI(other.path)}.html` };
  return {
    path,
    title,
    description: takeSummary(description),
    section: "guides",
    kind: "text",
    twin: `${path}.md`,
    content: render("docs/pages/guide.html", {
      title,
      text: renderPageText(parseMarkdown(text), (html) => nameHeadingId(nameAnchor(html))),
      before: view(guides[index - 1]),
      after: view(guides[index + 1]),
    }),
  };
}

/** The Markdown of a guide. HTML in it is text. */
export function makeGuideTwin(
  { title, path, twin }: PlannedGuide,
  render: SiteContext["render"],
): OutputFile {
  return {
    path: `${path}.md`,
    content: render("docs/introduction.md", {
      title: escapeMarkdown(title) || "Guide",
      description: escapeMarkdownText(twin),
    }),
  };
}

/** The sections of guides, as the search finds them. */
export function listGuideEntries(guides: readonly PlannedGuide[]): readonly SearchEntry[] {
  return guides.flatMap(({ path, title, text }) => {
    const nameAnchor = createAnchors();
    const sections = [{ heading: title, anchor: "", words: [""] }];
    for (const token of parseMarkdown(text)) {
      if (token.type === "heading") {
        const anchor = nameHeadingId(nameAnchor(renderInline(token.tokens ?? [])));
        sections.push({ heading: token.text.replace(/[`*]/g, ""), anchor, words: [] });
      } else {
        sections.at(-1)?.words.push(token.raw);
        // Headings in quotations have anchors too.
        walkMarkdown([token], (part) => {
          if (part.type === "heading") {
            nameAnchor(renderInline(part.tokens ?? []));
          }
        });
      }
    }
    return sections.map(({ heading, anchor, words }) => ({
      p: path,
      ...(anchor !== "" && { a: anchor }),
      t: heading,
      g: anchor === "" ? "Guide" : title,
      x: words
        .join(" ")
        .replace(/\]\([^)]*\)|[^\p{L}\p{N}]+/gu, " ")
        .slice(0, maximumText),
      k: 4 as const,
    }));
  });
}

function failToFind(index: number): never {
  throw new Error(`There is no guide ${index}.`);
}
