import type { OutputFile } from "../../../output-file.ts";
import { toOneLine, withoutInvisible } from "../../../text/without-invisible.ts";
import type { EmitContext } from "../../target.ts";
import { listGuideEntries, makeGuidePage, makeGuideTwin } from "../guides/guide-page.ts";
import { listTitledGroups } from "../index-page.ts";
import { emitMovedPages } from "../moved-pages.ts";
import { printScriptValue } from "../script-value.ts";
import { emitStyles } from "../theme.ts";
import { writePolicy } from "../write-policy.ts";
import { makeHomePage } from "./home-page.ts";
import { layOutPages, locatePage } from "./lay-out-pages.ts";
import { listErrors } from "./list-errors.ts";
import {
  makeAuthenticationPage,
  makeChangesPage,
  makeErrorsPage,
  makeListPage,
  makeSchemaList,
} from "./list-pages.ts";
import { createLocateFragment } from "./locate-fragment.ts";
import { createMarkdown, listSections } from "./markdown-html.ts";
import { makeOperationPage } from "./operation-page.ts";
import { planSite } from "./plan-site.ts";
import { createSchemaPages } from "./schema-page.ts";
import { createSchemaTrees } from "./schema-tree.ts";
import { listSearchEntries } from "./search-entries.ts";
import { type SiteContext, type SiteInput, type SitePage, viewLinks } from "./site-page.ts";
import { emitTwins } from "./twins.ts";

/** Emits the reference as static pages: complete without JavaScript, one for each operation, tag, schema and webhook. */
export function emitSite({ model, render }: EmitContext, input: SiteInput): readonly OutputFile[] {
  const plan = planSite(model, listTitledGroups(model, input.titles), input.pages);
  const markdown = createMarkdown(
    createLocateFragment(plan, listSections(input.introduction ?? "")),
  );
  const linkSchema = (name: string): string => `../${encodeURI(plan.locateSchema(name))}.html`;
  const trees = createSchemaTrees({ render, markdown, linkSchema });
  const errors = listErrors(plan.operations);
  const title = toOneLine(model.info.title) || "API reference";
  const site = { model, render, input, plan, markdown, trees, errors, title };
  const files = layOutPages(makePages(site), site);
  return [
    ...files,
    {
      path: "404.html",
      content: withoutInvisible(
        render("docs/pages/missing.html", {
          site: title,
          policy: writePolicy([]),
          home:
            input.url === undefined ? "./" : `${new URL(input.url).pathname.replace(/\/*$/, "")}/`,
        }),
      ),
    },
    ...(input.url === undefined
      ? []
      : [
          {
            path: "sitemap.xml",
            content: render("docs/pages/sitemap.xml", {
              // `url` is checked to be an address when the settings are read.
              pages: files.map(({ path }) =>
                locatePage(input.url ?? "", path.replace(/\.html$/, "")),
              ),
            }),
          },
        ]),
    ...(input.version?.earlier === undefined ? [] : emitMovedPages(site, input.version.earlier)),
    ...emitTwins({ plan, model, errors, version: input.version }, render),
    ...input.guides.guides.map((guide) => makeGuideTwin(guide, render)),
    ...input.guides.images,
    ...emitStyles(input.theme, render),
    { path: "pages.js", content: render("docs/pages.js", {}) },
    { path: "search.js", content: render("docs/search.js", {}) },
    { path: "search.css", content: render("docs/search.css", {}) },
    { path: "try.js", content: render("docs/try.js", {}) },
    { path: "minisearch.js", content: input.minisearch },
    {
      path: "search-index.js",
      content: `"use strict";\nvar searchEntries = ${printScriptValue([...listSearchEntries(model, plan), ...listGuideEntries(input.guides.guides)])};\n`,
    },
  ];
}

/** Makes the pages one after the other, in the order of the navigation. */
function* makePages(site: SiteContext): Generator<SitePage> {
  const { model, plan, errors, input } = site;
  yield makeHomePage(site);
  if (model.components.securitySchemes.size > 0) {
    yield makeAuthenticationPage(site);
  }
  if (errors.length > 0) {
    yield makeErrorsPage(site);
  }
  if (input.version !== undefined) {
    yield makeChangesPage(site, input.version);
  }
  for (const index of input.guides.guides.keys()) {
    yield makeGuidePage(site, input.guides.guides, index);
  }
  for (const { path, title, description, operations } of plan.groups) {
    yield makeListPage(site, path, title, path, description ?? "", {
      operations: viewLinks(operations, "../"),
    });
    for (const each of operations) {
      yield makeOperationPage(site, each, operations, path);
    }
  }
  if (plan.webhooks.length > 0) {
    const text = "The requests that the API sends to your server.";
    yield makeListPage(site, "webhooks/index", "Webhooks", "webhooks", text, {
      operations: viewLinks(plan.webhooks, "../"),
    });
    for (const each of plan.webhooks) {
      yield makeOperationPage(site, each, plan.webhooks, "webhooks");
    }
  }
  if (plan.schemas.length > 0) {
    yield makeSchemaList(site);
    const makeSchemaPage = createSchemaPages(site);
    for (const { name, path } of plan.schemas) {
      yield makeSchemaPage(name, path);
    }
  }
}
