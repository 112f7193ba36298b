import { findTarget, type SitePage, type SiteSources } from "./read-pages.ts";
import { relate } from "./render-page.ts";

/** A part of the navigation as the template reads it. */
export interface NavigationSection {
  readonly title: string;
  readonly href?: string;
  /** True when the page is one of the section. */
  readonly isOpen: boolean;
  readonly groups: readonly NavigationGroup[];
}

interface NavigationGroup {
  readonly title?: string;
  readonly links: readonly {
    readonly title: string;
    readonly href: string;
    readonly isCurrent: boolean;
  }[];
}

/** The pages whose lists of links are the navigation, and pages that no list of them has. */
const indexes: readonly { readonly title: string; readonly file: string }[] = [
  { title: "specwright", file: "docs/guide/README.md" },
  { title: "The platform", file: "docs/platform/README.md" },
];
const more: readonly string[] = [
  "docs/operations.md",
  "docs/benchmarks.md",
  "docs/changes.md",
  "SECURITY.md",
  "CONTRIBUTING.md",
  "ARCHITECTURE.md",
];

/** The navigation of a page: the lists of both guides under their headings, and some pages more. */
export function buildNavigation(
  page: SitePage,
  sources: SiteSources,
  reference: string | undefined,
): readonly NavigationSection[] {
  const toLink = (file: string, title?: string) => {
    const target = sources.pages.get(file);
    return target === undefined
      ? []
      : [
          {
            title: title ?? target.title,
            href: relate(page.path, target.path),
            isCurrent: file === page.file,
          },
        ];
  };
  const guides = indexes.map(({ title, file }): NavigationSection => {
    const { markdown = "", path = "" } = sources.pages.get(file) ?? {};
    const groups = markdown.split(/^## /m).map((text, index): NavigationGroup => {
      const links = [...text.matchAll(/^(?:[-*]|\d+\.)? ?\[([^\]]+)\]\(([^)#]+)\)/gm)];
      return {
        ...(index > 0 && { title: text.split("\n")[0] ?? "" }),
        links: links.flatMap(([, name = "", link = ""]) =>
          toLink(findTarget(file, link) ?? "", name.replaceAll("`", "")),
        ),
      };
    });
    const isOpen = page.file === file || hasCurrent(groups);
    return { title, href: relate(page.path, path), isOpen, groups };
  });
  const ofReference =
    reference === undefined
      ? []
      : [{ title: "Reference of the API", href: relate(page.path, reference), isCurrent: false }];
  const rest = [...ofReference, ...more.flatMap((file) => toLink(file))];
  const isElsewhere = guides.every(({ isOpen }) => !isOpen);
  return [...guides, { title: "More", isOpen: isElsewhere, groups: [{ links: rest }] }];
}

function hasCurrent(groups: readonly NavigationGroup[]): boolean {
  return groups.some(({ links }) => links.some(({ isCurrent }) => isCurrent));
}
