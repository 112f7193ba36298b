import type { Location } from "../../document/model/location.ts";
import type { Callback, Operation } from "../../document/model/model.ts";
import { quoteName } from "../../text/code-span.ts";
import {
  type Comparison,
  createPart,
  isSameValue,
  matchMaps,
  type Part,
  showPair,
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
  const values = { before: quoteName(from), after: quoteName(to) };
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
  const [[group], [newGroup]] = [before.tags, after.tags];
  if (
    group !== newGroup &&
    before.tags.includes(newGroup ?? "") &&
    after.tags.includes(group ?? "")
  ) {
    note("operation-first-tag-changed", { before: quoteName(group), after: quoteName(newGroup) });
  }
  for (const tag of after.tags.filter((name) => !before.tags.includes(name))) {
    note("operation-tag-added", { name: quoteName(tag) });
  }
  for (const tag of before.tags.filter((name) => !after.tags.includes(name))) {
    note("operation-tag-removed", { name: quoteName(tag) });
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
    note("operation-server-changed", showPair(before.server, after.server));
  }
  if (before.isRawBodyKept !== after.isRawBodyKept) {
    note(`operation-raw-body-${after.isRawBodyKept === true ? "added" : "removed"}`);
  }
  const names = new Set([...before.extensions.keys(), ...after.extensions.keys()]);
  names.delete("x-raw-body");
  // Its parameters and forms show what it changes.
  names.delete("x-array-format");
  for (const name of names) {
    const [from, to] = [before.extensions.get(name), after.extensions.get(name)];
    if (!isSameValue(from, to)) {
      note(extensionKinds.get(name) ?? "operation-extension-changed", {
        name: quoteName(name),
        ...showPair(from, to),
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
  noteCallbacks(removed, "callback-removed", part);
  noteCallbacks(added, "callback-added", part);
  for (const [name, from, to] of both) {
    compareRequests(name, from, to, { part, comparison });
  }
}

function noteCallbacks(
  callbacks: readonly (readonly [name: string, { readonly location: Location }])[],
  kind: "callback-removed" | "callback-added",
  part: Part,
): void {
  for (const [name, { location }] of callbacks) {
    const place = kind === "callback-removed" ? { before: location } : { after: location };
    part.found.push({ kind, values: { name: quoteName(name) }, ...place });
  }
}

/** Compares the requests of a callback, by method and address. Of one at another address, all else is compared too. */
function compareRequests(
  name: string,
  before: Callback,
  after: Callback,
  { part, comparison }: { readonly part: Part; readonly comparison: Comparison },
): void {
  const { both, removed, added } = matchMaps(indexRequests(before), indexRequests(after));
  const compare = (from: Operation, to: Operation): void => {
    const below = createPart(`callback ${name}`, findOppositeDirection(part.direction));
    part.parts.push(below);
    compareOperations({ before: from, after: to }, below, comparison);
  };
  for (const [, from, to] of both) {
    compare(from, to);
  }
  const [[, from] = [], [, to] = []] = [removed[0], added[0]];
  const isOne = removed.length === 1 && added.length === 1;
  if (!isOne || from === undefined || to === undefined || from.method !== to.method) {
    const label = (requests: typeof removed): typeof removed =>
      requests.map(([request, operation]) => [`${name}: ${request}`, operation]);
    noteCallbacks(label(removed), "callback-removed", part);
    noteCallbacks(label(added), "callback-added", part);
    return;
  }
  part.found.push({
    kind: "callback-moved",
    values: { name: quoteName(name), before: quoteName(from.path), after: quoteName(to.path) },
    before: from.location,
    after: to.location,
  });
  compare(from, { ...to, path: from.path });
}

function indexRequests({ pathItems }: Callback): ReadonlyMap<string, Operation> {
  return new Map(
    pathItems.flatMap(({ operations }) =>
      operations.map((operation) => [nameOperation(operation), operation] as const),
    ),
  );
}

function findOppositeDirection(direction: Part["direction"]): Part["direction"] {
  return direction === "request" ? "response" : "request";
}

/** A path without the names of its parameters, because names of path parameters are never sent. */
export function toShape(path: string): string {
  return path.replace(/\{[^{}]*\}/g, "{}");
}

/** An operation in the form `GET /pets/{id}`. */
export function nameOperation({ method, path }: Pick<Operation, "method" | "path">): string {
  return `${method.toUpperCase()} ${path}`;
}
