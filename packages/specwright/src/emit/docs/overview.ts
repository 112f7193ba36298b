import { isObject, type JsonObject } from "../../json-object.ts";
import type { Model } from "../../model/model.ts";
import type { OutputFile } from "../../output-file.ts";
import { escapeHtml } from "../escape/html.ts";
import { escapePath } from "../escape/path.ts";
import { getMethodName } from "../names/get-method-name.ts";
import { createNames } from "../names/names.ts";
import type { EmitContext } from "../target.ts";
import type { TitledGroup } from "./index-page.ts";
import { removeSelectors } from "./reference.ts";
import { contentPolicy, emitReferenceFiles, type ReferencePage, renderBar } from "./site-pages.ts";
import { extractReferencePart, listWebhooks, type ReferencePart } from "./split-reference.ts";

/** Redoc renders a page as a whole. More operations than this take seconds, and a thousand take more than a minute. */
export const maximumOperations = 150;

interface PlannedPage {
  readonly path: string;
  readonly group: TitledGroup;
}

/**
 * The pages of a reference that is too large for one page: an overview with a search over all operations, which does
 * not use Redoc, and a page of Redoc for each tag.
 */
export function emitOverviewFiles(
  document: JsonObject,
  model: Model,
  groups: readonly TitledGroup[],
  { title, description, version }: Pick<ReferencePage, "title" | "description" | "version">,
  render: EmitContext["render"],
): readonly OutputFile[] {
  const planned = planGroups(groups);
  const events = planWebhooks(document);
  const buildReferencePage = (path: string, part: ReferencePart): ReferencePage => ({
    path,
    title: part.title,
    description,
    document: extractReferencePart(document, part),
    isPart: true,
    version,
  });
  const used = new Set(groups.map(({ tag }) => removeSelectors(tag.name)));
  const nothing = {
    shows: () => false,
    showsWebhook: () => false,
    tags: () => false,
    hasIntroduction: false,
  };
  const pages = [
    buildReferencePage("introduction", {
      ...nothing,
      title,
      tags: (name) => !used.has(name),
      hasIntroduction: true,
    }),
    ...planned.map(({ path, group }) => {
      const shown = new Set(group.operations.map((each) => `${each.method} ${each.path}`));
      return buildReferencePage(path, {
        ...nothing,
        title: `${title}: ${group.title}`,
        tags: (name) => name === removeSelectors(group.tag.name),
        shows: (method, place) => shown.has(`${method} ${place}`),
      });
    }),
    ...events.map(({ path, title: name, webhooks }) => {
      const shown = new Set(webhooks.map(([webhook]) => webhook));
      return buildReferencePage(path, {
        ...nothing,
        title: `${title}: ${name}`,
        showsWebhook: (webhook) => shown.has(webhook),
      });
    }),
  ];
  const view = {
    title: escapeHtml(title),
    description: escapeHtml(description),
    version: escapeHtml(model.info.version),
    policy: escapeHtml(contentPolicy),
    bar: renderBar({ root: "", isPart: false, version }, render),
    isVersioned: version !== undefined,
    count: model.operations.length,
    groups: [...planned.map(groupView), ...events.map(viewWebhooks)],
  };
  return [
    { path: "index.html", content: render("docs/overview.html", view) },
    { path: "overview.js", content: render("docs/overview.js", {}) },
    ...pages.flatMap((each) => emitReferenceFiles(each, render)),
  ];
}

/** Plans a page for each tag. A tag with too many operations has several pages. */
function planGroups(groups: readonly TitledGroup[]): readonly PlannedPage[] {
  const names = createNames({ escape: escapePath, separator: "-", ignoreCase: true });
  return groups.flatMap((group) => {
    const count = Math.ceil(group.operations.length / maximumOperations);
    return Array.from({ length: count }, (_, index) => {
      const title = count === 1 ? group.title : `${group.title} (${index + 1} of ${count})`;
      const operations = group.operations.slice(
        index * maximumOperations,
        (index + 1) * maximumOperations,
      );
      const path = `tags/${names.name(`${group.tag.name} ${index === 0 ? "" : index + 1}`)}`;
      return { path, group: { ...group, title, operations } };
    });
  });
}

interface WebhooksPage {
  readonly path: string;
  readonly title: string;
  readonly webhooks: readonly (readonly [name: string, item: unknown])[];
}

/** Payloads of webhooks are large: GitHub's 270 webhooks on one page take 25 s to render. */
const maximumWebhooks = 25;

function planWebhooks(document: JsonObject): readonly WebhooksPage[] {
  const all = listWebhooks(document);
  const count = Math.ceil(all.length / maximumWebhooks);
  return Array.from({ length: count }, (_, index) => ({
    path: index === 0 ? "webhooks" : `webhooks-${index + 1}`,
    title: count === 1 ? "Webhooks" : `Webhooks (${index + 1} of ${count})`,
    webhooks: all.slice(index * maximumWebhooks, (index + 1) * maximumWebhooks),
  }));
}

function viewWebhooks({ path, title, webhooks }: WebhooksPage): Readonly<Record<string, unknown>> {
  const page = `${path}.html`;
  return {
    title,
    page,
    operations: webhooks.map(([name, item]) => {
      const operation = Object.values(isObject(item) ? item : {}).find(isObject);
      const { operationId, summary } = operation ?? {};
      return {
        link: escapeHtml(
          typeof operationId === "string"
            ? `${page}#operation/${encodeURI(operationId.toWellFormed())}`
            : page,
        ),
        method: "EVENT",
        kind: operation?.deprecated === true ? "deprecated" : "current",
        path: escapeHtml(name),
        summary: escapeHtml(typeof summary === "string" ? summary : name),
      };
    }),
  };
}

function groupView({ path, group }: PlannedPage): Readonly<Record<string, unknown>> {
  const page = encodeURI(`${path}.html`);
  return {
    title: escapeHtml(group.title),
    page,
    operations: group.operations.map((operation) => ({
      link: escapeHtml(
        `${page}#operation/${encodeURI(removeSelectors(operation.operationId ?? operation.name).toWellFormed())}`,
      ),
      method: escapeHtml(getMethodName(operation)),
      kind: operation.deprecated ? "deprecated" : "current",
      path: escapeHtml(operation.path),
      summary: escapeHtml(operation.summary ?? operation.name),
    })),
  };
}

/** The titles of tags: `x-displayName`, which Redoc shows, otherwise their `summary` (OpenAPI 3.2). */
export function collectTagTitles({ tags }: JsonObject): ReadonlyMap<string, string> {
  const titles = (Array.isArray(tags) ? tags : []).flatMap((tag) => {
    const title = isObject(tag) ? (tag["x-displayName"] ?? tag.summary) : undefined;
    return isObject(tag) && typeof title === "string" ? [[String(tag.name), title] as const] : [];
  });
  return new Map(titles);
}
