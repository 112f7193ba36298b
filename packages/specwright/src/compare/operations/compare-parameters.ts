import type { JsonType, Parameter, Schema } from "../../document/model/model.ts";
import { listNamesInBraces } from "../../document/model/path-key.ts";
import { quoteName } from "../../text/code-span.ts";
import {
  type Comparison,
  comparePair,
  isSameValue,
  type Part,
  showPair,
} from "../compare/comparison.ts";
import { compareSchemas, isSameSchema } from "../schemas/compare-schema.ts";
import { viewSchema } from "../schemas/view-schema.ts";
import { showFormats } from "./array-formats.ts";
import type { OperationPair } from "./compare-operations.ts";
import { normalizeParameter } from "./normal-form/normalize-parameter.ts";

/** Compares the parameters of two operations. Path parameters are matched by their position in the path. */
export function compareParameters(pair: OperationPair, part: Part, comparison: Comparison): void {
  const { before, after } = pair;
  const names = findRenamedInPath(pair);
  const added = after.parameters.map(({ value }) => value);
  const removed: Parameter[] = [];
  for (const { value: old } of before.parameters) {
    const name = old.in === "path" ? (names.get(old.name) ?? old.name) : old.name;
    const index = added.findIndex(
      (other) => other.in === old.in && isSameName(other.name, name, other.in),
    );
    const [changed] = index === -1 ? [] : added.splice(index, 1);
    if (changed === undefined) {
      removed.push(old);
    } else {
      compareBoth(old, changed, part, comparison);
    }
  }
  for (const old of removed) {
    const index = added.findIndex(({ name }) => name === old.name);
    const [moved] = index === -1 ? [] : added.splice(index, 1);
    part.found.push({
      kind: moved === undefined ? "parameter-removed" : "parameter-moved",
      place: writeParameterKey(old),
      values: { name: quoteName(old.name), before: old.in, after: moved?.in ?? "" },
      before: old.location,
      after: moved?.location,
    });
  }
  for (const changed of added) {
    part.found.push({
      kind: changed.required ? "parameter-added-required" : "parameter-added",
      place: writeParameterKey(changed),
      after: changed.location,
    });
  }
}

/**
 * Returns true when a single value became a list that repeats the parameter for each item (`explode`). `?tag=a` is then
 * a list with one item.
 */
function hasBecomeList(before: Parameter, after: Parameter): boolean {
  const { types, items } = viewSchema(after.schema);
  return (
    after.in === "query" &&
    after.style === "form" &&
    after.explode &&
    before.style === "form" &&
    after.contentType === undefined &&
    before.contentType === undefined &&
    withoutNull(types).join() === "array" &&
    items !== undefined &&
    (isSameSchema(before.schema, items, "request") ||
      isSameSchema(before.schema, { ...items, types: withoutNull(items.types) }, "request"))
  );
}

/** The types of a value that a query can carry beside null. */
function withoutNull(types: Schema["types"] = []): readonly JsonType[] {
  return types.filter((type) => type !== "null");
}

/** Upper and lower case do not matter in header names (RFC 9110, section 5.1). */
function isSameName(left: string, right: string, location: Parameter["in"]): boolean {
  return left === right || (location === "header" && left.toLowerCase() === right.toLowerCase());
}

/** The new names of path parameters, by the old ones. */
function findRenamedInPath({ before, after }: OperationPair): ReadonlyMap<string, string> {
  const [from, to] = [listNamesInBraces(before.path), listNamesInBraces(after.path)];
  return from.length === to.length
    ? new Map(from.map((name, index) => [name, to[index] ?? name]))
    : new Map();
}

function writeParameterKey({ name, in: location }: Parameter): string {
  return `${location} parameter ${name}`;
}

function compareBoth(
  before: Parameter,
  after: Parameter,
  above: Part,
  comparison: Comparison,
): void {
  comparePair(
    { before, after },
    above,
    { place: writeParameterKey(after) },
    comparison,
    (_, __, part) => {
      compareMembers(before, after, part);
      if (hasBecomeList(before, after)) {
        const places = { before: before.location, after: after.location };
        part.found.push({ kind: "parameter-became-list", ...places });
        return;
      }
      const place = writeParameterKey(after);
      compareSchemas(before.schema, after.schema, { above: part, place, comparison });
    },
  );
}

function compareMembers(before: Parameter, after: Parameter, part: Part): void {
  const note = (kind: string, values: Readonly<Record<string, string>> = {}): void => {
    part.found.push({ kind, values, before: before.location, after: after.location });
  };
  if (before.name !== after.name) {
    note(`${before.in}-parameter-renamed`, {
      before: quoteName(before.name),
      after: quoteName(after.name),
    });
  }
  const [from, to] = [before, after].map((parameter) => ({
    ...parameter,
    ...normalizeParameter(parameter),
  })) as [Parameter, Parameter]; // Two parameters stay two.
  for (const [member, on, off] of switches) {
    if (from[member] !== to[member]) {
      note(after[member] ? on : off);
    }
  }
  if (from.contentType !== to.contentType) {
    note("parameter-content-changed", {
      before: quoteName(before.contentType ?? `style: ${before.style}`),
      after: quoteName(after.contentType ?? `style: ${after.style}`),
    });
  } else {
    for (const [member, kind] of values) {
      if (from[member] !== to[member]) {
        note(kind, { before: String(from[member]), after: String(to[member]) });
      }
    }
  }
  const formats = showFormats(before, after);
  if (formats !== undefined) {
    note("parameter-array-format-changed", formats);
  }
  if (before.description !== after.description) {
    note("parameter-description-changed");
  }
  if (!isSameValue(before.examples, after.examples)) {
    note("parameter-examples-changed");
  }
  for (const name of new Set([...before.extensions.keys(), ...after.extensions.keys()])) {
    const [old, changed] = [before.extensions.get(name), after.extensions.get(name)];
    if (!isSameValue(old, changed) && name !== "x-array-format") {
      const texts = showPair(old, changed);
      note("parameter-extension-changed", { name: quoteName(name), ...texts });
    }
  }
}

const switches = [
  ["required", "parameter-became-required", "parameter-became-optional"],
  ["deprecated", "parameter-deprecated", "parameter-no-longer-deprecated"],
  ["allowReserved", "parameter-reserved-allowed", "parameter-reserved-forbidden"],
  ["allowEmptyValue", "parameter-empty-allowed", "parameter-empty-forbidden"],
] as const;

const values = [
  ["style", "parameter-style-changed"],
  ["explode", "parameter-explode-changed"],
] as const;
