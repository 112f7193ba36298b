import type { Render } from "../../../text/render.ts";
import type { PlannedGroup, PlannedOperation, SitePlan } from "./plan-site.ts";

/** A page of the site, as its navigation sees it. */
export interface NavigationPlace {
  /** The address of the page relative to the site, without extension. */
  readonly path: string;
  /** The section that is open: the path of a group, `webhooks` or `schemas`. */
  readonly section: string;
  /** `../` for pages in a folder. */
  readonly root: string;
}

/** A page that stands before the groups: one of the reference, or a guide. */
export interface TopPage {
  readonly path: string;
  readonly title: string;
}

/** Larger documents list only the operations of the open section, so that pages stay small. */
const maximumLinks = 200;

/** An open section with more operations than this is a link to its page. */
const maximumOpenLinks = 500;

/** Creates the navigation: the same on every page, with its section open and its own link marked. */
export function createNavigation(
  { groups, webhooks, schemas }: SitePlan,
  top: readonly TopPage[],
  guides: readonly TopPage[],
  render: Render,
): (place: NavigationPlace) => string {
  const isLarge =
    groups.reduce((sum, { operations }) => sum + operations.length, 0) + webhooks.length >
    maximumLinks;
  // With that many groups, those around the open one are on the first page.
  const areGroupsListed = groups.length <= maximumLinks;
  const groupsByPath = new Map(groups.map((group) => [group.path, [group]]));
  // The pages of a section come one after the other.
  let last = { key: "", html: "" };
  const viewSection = (
    { title, path, operations }: Pick<PlannedGroup, "title" | "path" | "operations">,
    { section, root }: NavigationPlace,
    key: string,
  ): Readonly<Record<string, unknown>> => {
    const isOpen = section === key;
    const isListed =
      operations.length > 0 && (!isLarge || (isOpen && operations.length <= maximumOpenLinks));
    return {
      title: shorten(title),
      link: locate(root, path),
      isListed,
      isOpen,
      count: operations.length,
      operations: isListed ? operations.map((each) => viewOperationLink(each, root)) : [],
    };
  };
  return (place) => {
    const key = `${place.root} ${place.section}`;
    const isListed = schemas.length <= maximumLinks;
    if (last.key !== key) {
      const shown = areGroupsListed ? groups : (groupsByPath.get(place.section) ?? []);
      const html = render("docs/pages/navigation.html", {
        top: top.map(({ path, title }) => ({ title, link: locate(place.root, path) })),
        guides: guides.length > 0 && {
          count: guides.length,
          link: `${locate(place.root, "index")}#guides`,
          guides:
            guides.length > maximumLinks
              ? []
              : guides.map(({ path, title }) => ({
                  title: shorten(title),
                  link: locate(place.root, path),
                })),
        },
        groups: shown.map((group) => viewSection(group, place, group.path)),
        more: areGroupsListed ? 0 : groups.length,
        home: locate(place.root, "index"),
        webhooks:
          webhooks.length > 0 &&
          viewSection(
            { title: "Webhooks", path: "webhooks/index", operations: webhooks },
            place,
            "webhooks",
          ),
        schemas: schemas.length > 0 && {
          link: locate(place.root, "schemas/index"),
          isListed,
          isOpen: place.section === "schemas",
          schemas: isListed
            ? schemas.map(({ name, path }) => ({
                name: shorten(name),
                link: locate(place.root, path),
              }))
            : [],
        },
      });
      last = { key, html };
    }
    // The address is that of this page, so it stands in the navigation as the template wrote it.
    const own = `href="${escapeAttribute(locate(place.root, place.path))}"`;
    return last.html.replace(own, () => `${own} aria-current="page"`);
  };
}

function viewOperationLink(
  { title, method, kind, path, operation }: PlannedOperation,
  root: string,
): Readonly<Record<string, unknown>> {
  return {
    title: shorten(title),
    method: method === "DELETE" ? "DEL" : method,
    kind,
    link: locate(root, path),
    deprecated: operation.deprecated,
  };
}

/** A longer title is on its own page. */
function shorten(title: string): string {
  return title.length <= 200 ? title : `${title.slice(0, 197).toWellFormed()}...`;
}

function locate(root: string, path: string): string {
  return `${root}${encodeURI(path)}.html`;
}

/** As Handlebars escapes the address. */
function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("'", "&#x27;").replaceAll("=", "&#x3D;");
}
