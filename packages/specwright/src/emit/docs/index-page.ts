import type { Model, Operation, Tag } from "../../model/model.ts";
import { escapeCodeSpan } from "../escape/code-span.ts";
import { escapeMarkdown } from "../escape/markdown.ts";
import { escapeMarkdownLabel } from "../escape/markdown-label.ts";
import { escapeMarkdownLine } from "../escape/markdown-text.ts";
import { operationLine } from "./operation-page.ts";
import type { Pages } from "./pages.ts";

/** Operations of a tag. */
export interface OperationGroup {
  readonly tag: Tag;
  readonly title: string;
  readonly operations: readonly Operation[];
}

/**
 * Operations by their first tag: the described tags in their order, then others as they appear, then those without one.
 *
 * @param titles What tags are called, where that is not their name.
 */
export function groupOperations(
  { tags, operations }: Model,
  titles: ReadonlyMap<string, string>,
): readonly OperationGroup[] {
  const groups = new Map<string | undefined, Operation[]>(tags.map(({ name }) => [name, []]));
  for (const operation of operations) {
    const [tag] = operation.tags;
    const group = groups.get(tag) ?? [];
    groups.set(tag, group);
    group.push(operation);
  }
  const filled = [...groups].filter(([, members]) => members.length > 0);
  const rest = filled.length === 1 ? "Operations" : "Other operations";
  return filled
    .sort(([left], [right]) => Number(left === undefined) - Number(right === undefined))
    .map(([name, members]) => ({
      tag: tags.find((tag) => tag.name === name) ?? { name: name ?? "" },
      title: titles.get(name ?? "") ?? (name || rest),
      operations: members,
    }));
}

/** The view of `llms.txt`: every operation in a line, in the form of the llms.txt proposal. */
export function indexView(
  model: Model,
  groups: readonly OperationGroup[],
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
      operations: operations.map((operation) => lineOf(operation, pages.operation(operation))),
    })),
    webhooks: model.webhooks.flatMap((item) =>
      item.operations.map((operation) => lineOf(operation, pages.webhook(operation))),
    ),
    schemas: [...model.components.schemas].map(([name, schema]) => ({
      name: escapeMarkdownLabel(name) || "schema",
      link: encodeURI(pages.schema(name)),
      text: escapeMarkdownLine((schema.title ?? schema.description ?? "").slice(0, maximumText)),
    })),
  };
}

/** Characters of what is said of a schema in its line. */
const maximumText = 200;

function lineOf(operation: Operation, path: string): Readonly<Record<string, unknown>> {
  return {
    name: escapeMarkdownLabel(operation.operationId ?? operation.name) || "operation",
    link: encodeURI(path),
    line: operation.path === "" ? escapeCodeSpan(operation.name) : operationLine(operation),
    summary: escapeMarkdown(operation.summary ?? ""),
    deprecated: operation.deprecated,
  };
}
