import type { Schema } from "../../document/model/model.ts";
import { quoteName } from "../../text/code-span.ts";
import { matchMaps, type Part, showPair } from "../compare/comparison.ts";
import { compareRefusal, compareUnevaluated } from "./compare-refusals.ts";
import type { SchemaContext } from "./compare-schema.ts";
import { findRenamed } from "./find-renamed.ts";
import { forbidsNothing } from "./normal-form/says-nothing.ts";
import { viewSchema } from "./view-schema.ts";

/** Compares the keywords of objects. */
export function compareProperties(before: Schema, after: Schema, context: SchemaContext): void {
  const { addNote, part, descend } = context;
  compareNamed(before, after, context);
  compareOtherRequired(before, after, addNote);
  compareRefusal("additionalProperties", "additional-properties", before, after, context);
  compareUnevaluated("unevaluatedProperties", "unevaluated-properties", before, after, context);
  const [oldNames, newNames] = [before.propertyNames, after.propertyNames];
  if (oldNames !== undefined && newNames !== undefined) {
    descend(oldNames, newNames, `${part.place} (names)`);
  } else if (oldNames !== newNames) {
    addNote(`property-names-${oldNames === undefined ? "added" : "removed"}`);
  }
  compareMembers("patternProperties", "pattern-property", before, after, context);
  compareMembers("dependentSchemas", "dependent-schema", before, after, context);
  compareDependencies(before, after, addNote);
}

function compareNamed(before: Schema, after: Schema, context: SchemaContext): void {
  const { addNote, part, descend, descendToValues, isSame } = context;
  const [from, to] = [selectVisible(before, part), selectVisible(after, part)];
  const { both, removed, added } = matchMaps(from, to);
  for (const [name, old, changed] of both) {
    if (requires(before, name) !== requires(after, name)) {
      const row = requires(after, name) ? "required" : "optional";
      addNote(`property-became-${row}`, { name: quote(name), old, new: changed });
    }
    descend(old, changed, `${part.place}.${name}`);
  }
  const count = (before.properties?.size ?? 0) + (after.properties?.size ?? 0);
  if (from.size + to.size < count) {
    compareHidden(before, after, context);
  }
  const alternatives = (after.oneOf ?? after.anyOf ?? []).map((each) => viewSchema(each));
  const { moved, gone } = findMoved(removed, alternatives, part);
  for (const [name, old, places] of moved) {
    if (requires(before, name) && !alternatives.every((each) => requires(each, name))) {
      addNote("property-became-optional", { name: quote(name), old, new: places[0] ?? null });
    }
    for (const changed of places) {
      descend(old, changed, `${part.place}.${name}`);
    }
  }
  const renamed = findRenamed(gone, added, isSame);
  for (const [name, old] of gone) {
    const hidden = after.properties?.get(name);
    const other = renamed.get(name);
    if (hidden !== undefined) {
      const why = part.direction === "request" ? "read-only" : "write-only";
      addNote("property-became-one-way", { name: quote(name), after: why, old, new: hidden });
    } else if (other === undefined) {
      const suffix = requires(before, name) ? "-required" : "";
      addNote(`property-removed${suffix}`, { name: quote(name), old, new: null });
      compareGone(name, old, { before, after }, context);
    } else {
      const names = { before: quote(name), after: quote(other) };
      addNote("property-renamed", { ...names, old, new: to.get(other) ?? null });
      compareGone(name, old, { before, after }, context);
    }
  }
  const newNames = new Set(renamed.values());
  for (const [name, schema] of added.filter(([name]) => !newNames.has(name))) {
    const hidden = before.properties?.get(name);
    if (hidden !== undefined) {
      const why = part.direction === "request" ? "read-only" : "write-only";
      addNote("property-became-two-way", {
        name: quote(name),
        before: why,
        old: hidden,
        new: schema,
      });
    } else {
      const suffix = requires(after, name) ? "-required" : "";
      addNote(`property-added${suffix}`, { name: quote(name), old: null, new: schema });
      for (const [, rest] of listOthers(before, name, context)) {
        // A program that knows a closed object ignores what is new in it.
        if (rest.boolean !== false) {
          descendToValues(rest, schema, `${part.place}.${name}`);
        }
      }
    }
  }
}

/** Compares a property that is no longer named with what the new schema says about others. */
function compareGone(
  name: string,
  old: Schema,
  { before, after }: { readonly before: Schema; readonly after: Schema },
  context: SchemaContext,
): void {
  const { part, isSame } = context;
  for (const [pattern, rest] of listOthers(after, name, context)) {
    const saidBefore = before.patternProperties?.get(pattern);
    if (saidBefore === undefined || !isSame(saidBefore, rest)) {
      descendToRest(old, rest, `${part.place}.${name}`, context);
    }
  }
}

/** Compares a member that is no longer described with what is said about all others. */
function descendToRest(
  old: Schema,
  rest: Schema,
  place: string,
  { descendToValues, part }: SchemaContext,
): void {
  // That a member is gone is known already. Requests may have it still.
  const isGone = rest.boolean === false && part.direction === "response";
  if (!isGone && !forbidsNothing(viewSchema(rest))) {
    descendToValues(old, rest, place);
  }
}

/** What a schema says about the values of a property that it does not name, by the pattern that says it. */
function listOthers(
  { patternProperties, additionalProperties, unevaluatedProperties }: Schema,
  name: string,
  { comparison }: SchemaContext,
): readonly (readonly [pattern: string, Schema])[] {
  const matching = [...(patternProperties ?? [])].filter(
    ([pattern]) => comparison.testPattern(pattern, name) === true,
  );
  const rest = additionalProperties ?? unevaluatedProperties;
  return matching.length > 0 || rest === undefined || forbidsNothing(viewSchema(rest))
    ? matching
    : [["", rest]];
}

/** Notes a change of a property that values of this direction have in neither document, but types and validators have. */
function compareHidden(
  before: Schema,
  after: Schema,
  { part, comparison, isSame }: SchemaContext,
): void {
  for (const name of new Set([...listHidden(before, part), ...listHidden(after, part)])) {
    const [old, changed] = [before.properties?.get(name), after.properties?.get(name)];
    const isHidden = (schema: Schema | undefined): boolean =>
      schema === undefined || viewSchema(schema)[hiddenIn[part.direction]] === true;
    const isEqual = old !== undefined && changed !== undefined && isSame(old, changed);
    if (isHidden(old) && isHidden(changed) && !isEqual) {
      comparison.hidden.push({
        part,
        before,
        after,
        found: {
          kind: `${part.direction}-hidden-property-changed`,
          values: { name: quote(name) },
          before: old?.location,
          after: changed?.location,
        },
      });
    }
  }
}

function listHidden({ properties }: Schema, { direction }: Part): readonly string[] {
  const hidden = hiddenIn[direction];
  return [...(properties ?? [])]
    .filter(([, schema]) => viewSchema(schema)[hidden] === true)
    .map(([name]) => name);
}

/** Requests have no read-only properties, responses no write-only ones. */
const hiddenIn = { request: "readOnly", response: "writeOnly" } as const;

function requires({ required = [] }: Schema, name: string): boolean {
  return required.includes(name);
}

/**
 * Compares the required names that are not reported with a property: they have no schema beside `required`, or only the
 * other document has one.
 */
function compareOtherRequired(
  before: Schema,
  after: Schema,
  addNote: SchemaContext["addNote"],
): void {
  const [from, to] = [new Set(before.required), new Set(after.required)];
  for (const name of to) {
    // A property that only the new document has is reported as added and required.
    if (!from.has(name) && after.properties?.has(name) !== true) {
      addNote("property-became-required", { name: quote(name) });
    }
  }
  for (const name of from) {
    if (!to.has(name) && before.properties?.has(name) !== true) {
      addNote("property-became-optional", { name: quote(name) });
    }
  }
}

type Named = readonly [name: string, schema: Schema];

/**
 * Separates the properties that are now in each alternative. Example: `{properties: {a}}` becomes `{oneOf:
 * [{properties: {a, b}}, {properties: {a, c}}]}`, whose values still have `a`.
 */
function findMoved(
  removed: readonly Named[],
  alternatives: readonly Schema[],
  part: Part,
): {
  readonly moved: readonly (readonly [name: string, old: Schema, places: readonly Schema[]])[];
  readonly gone: readonly Named[];
} {
  const found = removed.map(([name, old]) => {
    const places = alternatives.flatMap((each) => selectVisible(each, part).get(name) ?? []);
    return [name, old, places] as const;
  });
  const isMoved = ([, , places]: (typeof found)[number]): boolean =>
    places.length > 0 && places.length === alternatives.length;
  return {
    moved: found.filter(isMoved),
    gone: found.filter((each) => !isMoved(each)).map(([name, old]) => [name, old] as const),
  };
}

/** The properties that values have in a direction: requests have no read-only properties, responses no write-only ones. */
function selectVisible({ properties }: Schema, { direction }: Part): ReadonlyMap<string, Schema> {
  const hidden = hiddenIn[direction];
  return new Map(
    [...(properties ?? [])].filter(([, schema]) => viewSchema(schema)[hidden] !== true),
  );
}

function compareMembers(
  keyword: "patternProperties" | "dependentSchemas",
  name: string,
  before: Schema,
  after: Schema,
  context: SchemaContext,
): void {
  const { addNote, part, descend, descendToValues } = context;
  const { both, removed, added } = matchMaps(before[keyword], after[keyword]);
  for (const [key, old, changed] of both) {
    descend(old, changed, `${part.place}[${key}]`);
  }
  // A dependency of which nothing follows is none. A pattern counts beside `additionalProperties`.
  const counts = ([, schema]: Named): boolean =>
    keyword === "patternProperties" || !forbidsNothing(viewSchema(schema));
  for (const [key, old] of removed.filter(counts)) {
    addNote(`${name}-removed`, { name: quote(key), old, new: null });
    const rest = after.additionalProperties ?? after.unevaluatedProperties;
    if (keyword === "patternProperties" && rest !== undefined) {
      descendToRest(old, rest, `${part.place}[${key}]`, context);
    }
  }
  const isClosed =
    keyword === "patternProperties" && before.additionalProperties?.boolean === false;
  for (const [key, schema] of added.filter(counts)) {
    const values = { name: quote(key), old: null, new: schema };
    if (isClosed) {
      addNote("additional-properties-allowed", values);
    }
    if (!isClosed || mayMatchNamed(key, before, context)) {
      addNote(`${name}-added`, values);
    }
    const rest = before.additionalProperties;
    if (keyword === "patternProperties" && rest && !isClosed && part.direction === "response") {
      descendToValues(rest, schema, `${part.place}[${key}]`);
    }
  }
}

/** Returns whether a pattern may match a property that a schema describes. */
function mayMatchNamed(
  pattern: string,
  { properties, patternProperties }: Schema,
  { comparison }: SchemaContext,
): boolean {
  const names = [...(properties?.keys() ?? [])];
  return (
    patternProperties !== undefined ||
    names.some((name) => comparison.testPattern(pattern, name) !== false)
  );
}

function compareDependencies(before: Schema, after: Schema, note: SchemaContext["addNote"]): void {
  const [from, to] = [before.dependentRequired, after.dependentRequired];
  for (const name of new Set([...(from?.keys() ?? []), ...(to?.keys() ?? [])])) {
    const [old, changed] = [from?.get(name) ?? [], to?.get(name) ?? []];
    const added = changed.filter((other) => !old.includes(other));
    const removed = old.filter((other) => !changed.includes(other));
    const values = showPair(removed, added);
    if (added.length > 0) {
      note("dependent-required-added", { name: quote(name), ...values });
    }
    if (removed.length > 0) {
      note("dependent-required-removed", { name: quote(name), ...values });
    }
  }
}

function quote(name: string): string {
  return quoteName(name);
}
