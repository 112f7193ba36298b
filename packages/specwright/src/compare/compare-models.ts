import type { Model, Operation, PathItem } from "../document/model/model.ts";
import type { Direction } from "../document/model/schema.ts";
import { quoteName } from "../text/code-span.ts";
import type { Change } from "./change.ts";
import {
  addHidden,
  type Comparison,
  createComparison,
  createPart,
  matchMaps,
  type Part,
} from "./compare/comparison.ts";
import { type Root, toChanges } from "./compare/to-changes.ts";
import { compareComponents } from "./document/compare-components.ts";
import { compareDocuments } from "./document/compare-documents.ts";
import { isSameModel } from "./document/is-same-model.ts";
import { listWebhookOperations, matchOperations } from "./document/match-operations.ts";
import { compareOperations, nameOperation } from "./operations/compare-operations.ts";

/**
 * Every difference between two documents. No differences mean that the same code is generated. Differences of the document as a whole come first, then those of operations
 * and of the schemas to which they lead, in the new document's order. A schema that several operations use is compared
 * once for requests and once for responses, and its changes name all these operations.
 */
export function compareModels(before: Model, after: Model): readonly Change[] {
  const comparison = createComparison(listDynamicNames(before, after));
  const whole = createPart("document", "request");
  compareDocuments(before, after, whole);
  comparePaths(before.paths, after.paths, whole);
  const roots = [
    ...compareAll(before.operations, after.operations, "request", comparison),
    ...compareAll(
      listWebhookOperations(before.webhooks),
      listWebhookOperations(after.webhooks),
      "response",
      comparison,
    ),
  ];
  addHidden(comparison);
  compareComponents(before, after, whole, comparison);
  const changes = toChanges([{ part: whole }, ...roots]);
  if (changes.length > 0 || isSameModel(before, after)) {
    return changes;
  }
  // Generated code may have another order, or names that mean the same.
  const [from, to] = [before, after].map(({ source }) => ({ file: source, pointer: "" }));
  whole.found.push({ kind: "document-spelling-changed", before: from, after: to });
  return toChanges([{ part: whole }]);
}

/** The names of dynamic anchors in components that are resources of their own. */
function listDynamicNames(before: Model, after: Model): ReadonlySet<string> {
  const schemas = [before, after].flatMap(({ components }) => [...components.schemas.values()]);
  const resources = schemas.filter(({ id }) => id !== undefined);
  return new Set(resources.flatMap(({ dynamicAnchors }) => [...(dynamicAnchors?.keys() ?? [])]));
}

function compareAll(
  before: readonly Operation[],
  after: readonly Operation[],
  direction: Direction,
  comparison: Comparison,
): readonly Root[] {
  const isWebhook = direction === "response";
  const { both, removed, added } = matchOperations(before, after);
  const nameRoot = (operation: Operation): string =>
    isWebhook ? `webhook ${operation.path}` : nameOperation(operation);
  const noteAlone = (kind: string, operation: Operation, side: "before" | "after"): Root => {
    const part = createPart(nameRoot(operation), direction);
    const name = quoteName(isWebhook ? operation.path : nameOperation(operation));
    part.found.push({ kind, values: { name }, [side]: operation.location });
    return { part, operation: nameRoot(operation) };
  };
  const pairs = both.map((pair): Root => {
    const part = createPart(nameRoot(pair.after), direction);
    compareOperations(pair, part, comparison);
    return { part, operation: nameRoot(pair.after) };
  });
  const gone = removed.map((operation) => {
    const kind = operation.deprecated ? "operation-removed-deprecated" : "operation-removed";
    return noteAlone(isWebhook ? "webhook-removed" : kind, operation, "before");
  });
  const fresh = added.map((operation) =>
    noteAlone(isWebhook ? "webhook-added" : "operation-added", operation, "after"),
  );
  return [...gone, ...fresh, ...pairs];
}

function comparePaths(before: readonly PathItem[], after: readonly PathItem[], whole: Part): void {
  const indexByPath = (items: readonly PathItem[]): ReadonlyMap<string, PathItem> =>
    new Map(items.map((item) => [item.path, item]));
  for (const [name, from, to] of matchMaps(indexByPath(before), indexByPath(after)).both) {
    if (from.description !== to.description || from.summary !== to.summary) {
      const places = { before: from.location, after: to.location };
      whole.found.push({ kind: "path-description-changed", values: { name }, ...places });
    }
  }
}
