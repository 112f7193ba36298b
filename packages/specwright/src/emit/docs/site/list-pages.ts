import { toOneLine } from "../../../text/without-invisible.ts";
import { type VersionChanges, viewChanges } from "../changes-page.ts";
import { viewCredentials } from "./security-view.ts";
import {
  describePage,
  type SiteContext,
  type SitePage,
  takeSummary,
  type View,
  viewLinks,
} from "./site-page.ts";

/** Errors in the table. GitHub's document has thousands of descriptions. */
const maximumErrors = 250;

/** Larger documents list the names of schemas without their descriptions. */
const maximumDescribed = 400;

/** A page that lists operations or schemas. */
export function makeListPage(
  { render, markdown }: SiteContext,
  path: string,
  title: string,
  section: string,
  description: string,
  lists: View,
): SitePage {
  return {
    path,
    title,
    description: describePage(description, title),
    section,
    kind: "text",
    twin: `${path}.md`,
    content: render("docs/pages/list.html", {
      title,
      description: markdown(description, 2),
      operations: [],
      schemas: [],
      ...lists,
    }),
  };
}

/** The list of all schemas. */
export function makeSchemaList(site: SiteContext): SitePage {
  const { model, plan } = site;
  const text = "The shapes of the values that requests and responses carry.";
  return makeListPage(site, "schemas/index", "Schemas", "schemas", text, {
    schemas: plan.schemas.map(({ name, path }) => ({
      name,
      link: `../${encodeURI(path)}.html`,
      text:
        plan.schemas.length > maximumDescribed
          ? ""
          : takeSummary(model.components.schemas.get(name)?.description ?? "", 120),
    })),
  });
}

/** The page of the security schemes. */
export function makeAuthenticationPage(site: SiteContext): SitePage {
  const { model, markdown } = site;
  return makeTextPage(
    site,
    "authentication",
    "Authentication",
    "How requests prove who sends them.",
    { schemes: viewCredentials(model, markdown) },
  );
}

/** The page of all errors. */
export function makeErrorsPage(site: SiteContext): SitePage {
  const { errors } = site;
  return makeTextPage(site, "errors", "Errors", "Every error that the API answers.", {
    errors: errors.slice(0, maximumErrors).map((error) => ({
      ...error,
      more: Math.max(0, error.operations.length - 2),
      operations: viewLinks(error.operations.slice(0, 2), ""),
    })),
    more: Math.max(0, errors.length - maximumErrors),
  });
}

/** The page of the changes since the version before. */
export function makeChangesPage(site: SiteContext, version: VersionChanges): SitePage {
  const links = site.plan.operations.map(
    ({ method, operation, path }) =>
      [`${method} ${operation.path}`, `${encodeURI(path)}.html`] as const,
  );
  const title = `What changed in ${toOneLine(version.version)}`;
  const view = viewChanges(version, new Map(links));
  return makeTextPage(site, "changes", title, "The changes since the version before.", view);
}

/** A page of its own beside the operations. Its template has the name of its path. */
export function makeTextPage(
  { render }: SiteContext,
  path: string,
  title: string,
  description: string,
  view: View,
): SitePage {
  return {
    path,
    title,
    description,
    section: path,
    kind: "text",
    twin: `${path}.md`,
    content: render(`docs/pages/${path}.html`, { title, description, ...view }),
  };
}
