import type { Model } from "../../document/model/model.ts";
import type { JsonObject } from "../../json-object.ts";
import type { OutputFile } from "../../output-file.ts";
import { withoutInvisible } from "../../text/without-invisible.ts";
import { collectTagTitles, listTitledGroups } from "./index-page.ts";
import { planPages } from "./pages.ts";
import { locatePage } from "./site/lay-out-pages.ts";
import { type PlannedOperation, planSite, type SitePlan } from "./site/plan-site.ts";
import type { SiteContext } from "./site/site-page.ts";
import { writePolicy } from "./write-policy.ts";

/** The pages of the version before, by their addresses without extension. */
export interface EarlierPages {
  /** The page of each operation, by `GET /pets`. */
  readonly operations: ReadonlyMap<string, string>;
  /** The operations of the page of each tag. */
  readonly groups: ReadonlyMap<string, readonly string[]>;
  /** Addresses that had moved before, with the pages to which they led. */
  readonly moved: ReadonlyMap<string, string>;
}

/** Addresses that have moved, in the folder of a version. The next version reads them. */
export const movedPath = "moved.json";

/** Lists the pages that a document had. */
export function listEarlierPages(
  model: Model,
  tags: JsonObject,
  moved: ReadonlyMap<string, string>,
): EarlierPages {
  const groups = listTitledGroups(model, collectTagTitles(tags));
  const plan = planSite(model, groups, planPages(model));
  return {
    operations: new Map(plan.operations.map((each) => [nameOperation(each), each.path])),
    groups: new Map(
      plan.groups.map(({ path, operations }) => [path, operations.map(nameOperation)]),
    ),
    moved,
  };
}

/**
 * Emits a page at each address that the version before had and this one does not: of an operation with another id, and of
 * a tag with another name. It leads to the page of the same operation, or to the tag that has most of the operations.
 */
export function emitMovedPages(
  { plan, input, title, render }: SiteContext,
  earlier: EarlierPages,
): readonly OutputFile[] {
  const moved = findMovedPages(plan, earlier);
  const files = [...moved].flatMap(([from, to]) => {
    const link = `../${encodeURI(to)}`;
    const page = render("docs/pages/moved.html", {
      site: title,
      policy: writePolicy([]),
      link: `${link}.html`,
      canonical: input.url === undefined ? `${link}.html` : locatePage(input.url, `latest/${to}`),
    });
    return [
      { path: `${from}.html`, content: withoutInvisible(page) },
      { path: `${from}.md`, content: render("docs/moved.md", { link: `${link}.md` }) },
    ];
  });
  return moved.size === 0
    ? []
    : [...files, { path: movedPath, content: `${JSON.stringify(Object.fromEntries(moved))}\n` }];
}

function findMovedPages(plan: SitePlan, earlier: EarlierPages): ReadonlyMap<string, string> {
  const pages = new Map(plan.operations.map((each) => [nameOperation(each), each.path]));
  const groups = new Map(
    plan.groups.flatMap(({ path, operations }) =>
      operations.map((each) => [nameOperation(each), path] as const),
    ),
  );
  const taken = new Set([...pages.values(), ...plan.groups.map(({ path }) => path)]);
  const moved = new Map<string, string>();
  const add = (from: string, to: string | undefined): void => {
    if (to !== undefined && !taken.has(from)) {
      moved.set(from, to);
    }
  };
  for (const [name, from] of earlier.operations) {
    add(from, pages.get(name));
  }
  for (const [from, names] of earlier.groups) {
    add(from, findMostFrequent(names.flatMap((name) => groups.get(name) ?? [])));
  }
  for (const [from, to] of earlier.moved) {
    add(from, taken.has(to) ? to : moved.get(to));
  }
  return moved;
}

/** The value that comes most often, and first among those. */
function findMostFrequent(values: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const value of values) {
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const most = Math.max(...counts.values());
  return [...counts].find(([, count]) => count === most)?.[0];
}

function nameOperation({ method, operation }: PlannedOperation): string {
  return `${method} ${operation.path}`;
}
