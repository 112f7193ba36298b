import type { Model, Operation } from "../../document/model/model.ts";
import { isObject, type JsonObject } from "../../json-object.ts";
import { escapeCodeSpan } from "../../text/code-span.ts";
import { escapeMarkdown } from "../shared/escape/markdown.ts";
import { escapeMarkdownLabel } from "../shared/escape/markdown-label.ts";
import { escapeMarkdownLine } from "../shared/escape/markdown-text.ts";
import { groupOperations, type OperationGroup } from "../shared/names/group-operations.ts";
import { writeOperationLine } from "./operation-page.ts";
import type { Pages } from "./pages.ts";

/** A group of operations with its title. */
export interface TitledGroup extends OperationGroup {
  readonly title: string;
}

/**
 * The groups of a document's operations. A tag with a description is a group even without operations: documents have
 * texts such as an introduction as the description of a tag (`x-traitTag`).
 *
 * @param titles Titles of tags that differ from their names.
 */
export function listTitledGroups(
  model: Model,
  titles: ReadonlyMap<string, string>,
): readonly TitledGroup[] {
  const groups = new Map(groupOperations(model).map((group) => [group.tag.name, group]));
  const tagged = model.tags.flatMap((tag): readonly OperationGroup[] => {
    const group = groups.get(tag.name);
    groups.delete(tag.name);
    const hasText = (tag.description ?? "").trim() !== "";
    return group !== undefined ? [group] : hasText ? [{ tag, operations: [] }] : [];
  });
  return [...tagged, ...groups.values()].map((group) => ({
    ...group,
    title: titles.get(group.tag.name) ?? (group.tag.name || "Operations"),
  }));
}

/** The titles of tags: `x-displayName`, otherwise their `summary` (OpenAPI 3.2). */
export function collectTagTitles({ tags }: JsonObject): ReadonlyMap<string, string> {
  const titles = (Array.isArray(tags) ? tags : []).flatMap((tag) => {
    const title = isObject(tag) ? (tag["x-displayName"] ?? tag.summary) : undefined;
    return isObject(tag) && typeof title === "string" ? [[String(tag.name), title] as const] : [];
  });
  return new Map(titles);
}

/** The view of `llms.txt`: one line for each operation, in the form of the llms.txt proposal. */
export function indexView(
  model: Model,
  groups: readonly TitledGroup[],
  pages: Pages,
): Readonly<Record<string, unknown>> {
  const { title, version, summary } = model.info;
  return {
    title: escapeMarkdown(title) || "API",
    version: escapeCodeSpan(version),
    summary: escapeMarkdown(summary ?? ""),
    groups: groups.map(({ tag, title: name, operations }) => ({
      title: escapeMarkdown(name) || "Operations",
      description: escapeMarkdownLine(tag.description ?? ""),
      operations: operations.map((operation) =>
        buildOperationLine(operation, pages.nameOperationPage(operation)),
      ),
    })),
    webhooks: model.webhooks.flatMap((item) =>
      item.operations.map((operation) =>
        buildOperationLine(operation, pages.nameWebhookPage(operation)),
      ),
    ),
    schemas: [...model.components.schemas].map(([name, schema]) => ({
      name: escapeMarkdownLabel(name) || "schema",
      link: encodeURI(pages.nameSchemaPage(name)),
      text: escapeMarkdownLine((schema.title ?? schema.description ?? "").slice(0, maximumText)),
    })),
  };
}

/** The maximum number of characters of a schema's description in its line. */
const maximumText = 200;

function buildOperationLine(operation: Operation, path: string): Readonly<Record<string, unknown>> {
  return {
    name: escapeMarkdownLabel(operation.operationId ?? operation.name) || "operation",
    link: encodeURI(path),
    line: operation.path === "" ? escapeCodeSpan(operation.name) : writeOperationLine(operation),
    summary: escapeMarkdown(operation.summary ?? ""),
    deprecated: operation.deprecated,
  };
}
