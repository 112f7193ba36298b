import type { OutputFile } from "../../../output-file.ts";
import { withoutInvisible } from "../../../text/without-invisible.ts";
import { writePolicy } from "../write-policy.ts";
import { createNavigation, type TopPage } from "./navigation.ts";
import type { SiteContext, SitePage } from "./site-page.ts";

/** Lays out pages one after the other: each page is text before the next is made, so that only finished ones are kept. */
export function layOutPages(pages: Iterable<SitePage>, site: SiteContext): readonly OutputFile[] {
  const { model, render, input, plan } = site;
  const navigate = createNavigation(plan, listTopPages(site), input.guides.guides, render);
  const isVersioned = input.version !== undefined;
  const layOut = (page: SitePage): OutputFile => {
    const root = page.path.includes("/") ? "../" : "";
    const text = render("docs/pages/layout.html", {
      root,
      title: page.path === "index" ? site.title : `${page.title} · ${site.title}`,
      description: page.description,
      canonical:
        input.url === undefined
          ? ""
          : locatePage(input.url, isVersioned ? `latest/${page.path}` : page.path),
      twin: `${root}${encodeURI(page.twin)}`,
      policy: writePolicy(page.servers ?? []),
      site: site.title,
      version: model.info.version,
      isVersioned,
      navigation: navigate({ path: page.path, section: page.section, root }),
      content: page.content,
      kind: page.kind,
      operation: page.operation ?? "",
    });
    return { path: `${page.path}.html`, content: withoutInvisible(text) };
  };
  return Array.from(pages, layOut);
}

function listTopPages({ model, errors, input }: SiteContext): readonly TopPage[] {
  return [
    { path: "index", title: "Overview" },
    ...(model.components.securitySchemes.size > 0
      ? [{ path: "authentication", title: "Authentication" }]
      : []),
    ...(errors.length > 0 ? [{ path: "errors", title: "Errors" }] : []),
    ...(input.version === undefined ? [] : [{ path: "changes", title: "What changed" }]),
  ];
}

/** The address of a page at the address of the site. */
export function locatePage(url: string, path: string): string {
  const name =
    path === "index" || path.endsWith("/index") ? path.slice(0, -"index".length) : `${path}.html`;
  return `${url.replace(/\/*$/, "")}/${encodeURI(name)}`;
}
