import type { Callback, Operation, PathItem } from "../../model/model.ts";
import {
  type Comparison,
  createPart,
  isSameValue,
  matchMaps,
  type Part,
  showValue,
} from "../compare/comparison.ts";
import { compareParameters } from "./compare-parameters.ts";
import { compareRequestBodies } from "./compare-request-bodies.ts";
import { compareResponses } from "./compare-responses.ts";
import { compareSecurity } from "./compare-security.ts";

/** Two operations with the same method and path, or the same operationId. */
export interface OperationPair {
  readonly before: Operation;
  readonly after: Operation;
}

/** Compares two operations and records the changes in a part. The direction of the part is that of their requests. */
export function compareOperations(
  { before, after }: OperationPair,
  part: Part,
  comparison: Comparison,
): void {
  const places = { before: before.location, after: after.location };
  const note = (kind: string, values: Readonly<Record<string, string>> = {}): void => {
    part.found.push({ kind, values, ...places });
  };
  compareNames(before, after, note);
  compareTexts(before, after, note);
  compareParameters({ before, after }, part, comparison);
  compareRequestBodies(before.requestBody, after.requestBody, part, comparison);
  compareResponses(before.responses, after.responses, part, comparison);
  compareSecurity(before, after, part);
  compareCallbacks(before, after, part, comparison);
}

type Notes = (kind: string, values?: Readonly<Record<string, string>>) => void;

function compareNames(before: Operation, after: Operation, note: Notes): void {
  const [from, to] = [before.operationId, after.operationId];
  const values = { before: `\`${from}\``, after: `\`${to}\`` };
  if (from !== to) {
    if (from === undefined) {
      note("operation-id-added", values);
    } else {
      note(to === undefined ? "operation-id-removed" : "operation-renamed", values);
    }
  }
  if (toShape(before.path) !== toShape(after.path) || before.method !== after.method) {
    note("operation-moved", {
      name: values.after,
      before: nameOperation(before),
      after: nameOperation(after),
    });
  }
  for (const tag of after.tags.filter((name) => !before.tags.includes(name))) {
    note("operation-tag-added", { name: `\`${tag}\`` });
  }
  for (const tag of before.tags.filter((name) => !after.tags.includes(name))) {
    note("operation-tag-removed", { name: `\`${tag}\`` });
  }
}

function compareTexts(before: Operation, after: Operation, note: Notes): void {
  if (before.deprecated !== after.deprecated) {
    note(after.deprecated ? "operation-deprecated" : "operation-no-longer-deprecated");
  }
  if (before.summary !== after.summary) {
    note("operation-summary-changed");
  }
  if (before.description !== after.description) {
    note("operation-description-changed");
  }
  if (before.server !== after.server) {
    note("operation-server-changed", {
      before: showValue(before.server),
      after: showValue(after.server),
    });
  }
  if (before.isRawBodyKept !== after.isRawBodyKept) {
    note(`operation-raw-body-${after.isRawBodyKept === true ? "added" : "removed"}`);
  }
  const names = new Set([...before.extensions.keys(), ...after.extensions.keys()]);
  names.delete("x-raw-body");
  for (const name of names) {
    const [from, to] = [before.extensions.get(name), after.extensions.get(name)];
    if (!isSameValue(from, to)) {
      note(extensionKinds.get(name) ?? "operation-extension-changed", {
        name: `\`${name}\``,
        before: showValue(from),
        after: showValue(to),
      });
    }
  }
}

const extensionKinds: ReadonlyMap<string, string> = new Map([
  ["x-sunset", "operation-sunset-changed"],
  ["x-pagination", "operation-pagination-changed"],
]);

/** Requests of callbacks go the other way. */
function compareCallbacks(
  before: Operation,
  after: Operation,
  part: Part,
  comparison: Comparison,
): void {
  const indexCallbacksByName = ({ callbacks }: Operation): ReadonlyMap<string, Callback> =>
    new Map(callbacks.map((callback) => [callback.name, callback]));
  const { both, removed, added } = matchMaps(
    indexCallbacksByName(before),
    indexCallbacksByName(after),
  );
  for (const [name, callback] of removed) {
    part.found.push({
      kind: "callback-removed",
      values: { name: `\`${name}\`` },
      before: callback.location,
    });
  }
  for (const [name, callback] of added) {
    part.found.push({
      kind: "callback-added",
      values: { name: `\`${name}\`` },
      after: callback.location,
    });
  }
  for (const [name, from, to] of both) {
    comparePathItems(from.pathItems, to.pathItems, (pair) => {
      const below = createPart(`callback ${name}`, findOppositeDirection(part.direction));
      part.parts.push(below);
      compareOperations(pair, below, comparison);
    });
  }
}

function findOppositeDirection(direction: Part["direction"]): Part["direction"] {
  return direction === "request" ? "response" : "request";
}

/** Calls `compare` for operations with the same method in path items with the same path. */
function comparePathItems(
  before: readonly PathItem[],
  after: readonly PathItem[],
  compare: (pair: OperationPair) => void,
): void {
  const indexOperations = (items: readonly PathItem[]): ReadonlyMap<string, Operation> =>
    new Map(
      items.flatMap(({ operations }) =>
        operations.map(
          (operation) => [`${operation.method} ${operation.path}`, operation] as const,
        ),
      ),
    );
  for (const [, from, to] of matchMaps(indexOperations(before), indexOperations(after)).both) {
    compare({ before: from, after: to });
  }
}

/** A path without the names of its parameters, because names of path parameters are never sent. */
export function toShape(path: string): string {
  return path.replace(/\{[^{}]*\}/g, "{}");
}

/** An operation in the form `GET /pets/{id}`. */
export function nameOperation({ method, path }: Pick<Operation, "method" | "path">): string {
  return `${method.toUpperCase()} ${path}`;
}
