import type { Model, Operation } from "../../../document/model/model.ts";
import { escapePath } from "../../shared/escape/path.ts";
import { getMethodName } from "../../shared/names/get-method-name.ts";
import { createNames } from "../../shared/names/names.ts";
import type { TitledGroup } from "../index-page.ts";
import type { Pages } from "../pages.ts";

/** The addresses of a site's pages relative to its folder, without extension: each has a page and a Markdown twin. */
export interface SitePlan {
  readonly groups: readonly PlannedGroup[];
  readonly operations: readonly PlannedOperation[];
  readonly webhooks: readonly PlannedOperation[];
  readonly schemas: readonly { readonly name: string; readonly path: string }[];
  readonly locateSchema: (name: string) => string;
}

/** A group of operations with its page. */
export interface PlannedGroup {
  /** The name of the tag. */
  readonly name: string;
  readonly title: string;
  readonly description: string | undefined;
  readonly path: string;
  readonly operations: readonly PlannedOperation[];
}

/** An operation or a webhook with its page. */
export interface PlannedOperation {
  readonly operation: Operation;
  readonly title: string;
  readonly path: string;
  /** `GET`, or `EVENT` for a webhook. */
  readonly method: string;
  /** The style of the method's badge. */
  readonly kind: string;
  readonly group: string;
}

/** Chooses the addresses of all pages, because pages link to each other. */
export function planSite(model: Model, groups: readonly TitledGroup[], pages: Pages): SitePlan {
  const names = createNames({
    escape: escapePath,
    things: groups.map(({ title }) => ({ kind: "page", name: title })),
    separator: "-",
    ignoreCase: true,
  });
  const counts = new Map<string, number>();
  const planned = groups.map((group): PlannedGroup => {
    // Groups of the same title get pages of their own.
    const before = counts.get(group.title) ?? 0;
    counts.set(group.title, before + 1);
    const path = `tags/${names.name(`${group.title}${"\0".repeat(before)}`)}`;
    return {
      name: group.tag.name,
      title: group.title,
      description: group.tag.description,
      path,
      operations: group.operations.map((operation) => ({
        operation,
        title: nameOperation(operation),
        path: withoutExtension(pages.nameOperationPage(operation)),
        method: getMethodName(operation),
        kind: chooseKind(operation.method),
        group: group.title,
      })),
    };
  });
  const locateSchema = (name: string): string => withoutExtension(pages.nameSchemaPage(name));
  return {
    groups: planned,
    operations: planned.flatMap(({ operations }) => operations),
    webhooks: model.webhooks.flatMap(({ operations }) =>
      operations.map((operation) => ({
        operation,
        title: operation.summary ?? operation.path,
        path: withoutExtension(pages.nameWebhookPage(operation)),
        method: "EVENT",
        kind: "event",
        group: "Webhooks",
      })),
    ),
    schemas: [...model.components.schemas.keys()].map((name) => ({
      name,
      path: locateSchema(name),
    })),
    locateSchema,
  };
}

/** The title of an operation. */
function nameOperation({ summary, name }: Operation): string {
  return summary === undefined || summary.trim() === "" ? name : summary;
}

function withoutExtension(path: string): string {
  return path.replace(/\.md$/, "");
}

function chooseKind(method: string): string {
  return ["get", "post", "put", "patch", "delete"].includes(method) ? method : "other";
}
