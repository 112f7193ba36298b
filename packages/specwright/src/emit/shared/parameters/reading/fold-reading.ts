import { findBacktracking, readPattern } from "@specwright/patterns";
import { toJsonType } from "@specwright/runtime/v1/values";
import { followSchemaReferences } from "../../../../document/model/behind-references.ts";
import { commonTypes } from "../../../../document/model/facts/common-types.ts";
import { findCoveredTypes } from "../../../../document/model/facts/covered-types.ts";
import {
  createEnvironments,
  type Environment,
  emptyEnvironment,
  resolveDynamic,
} from "../../../../document/model/facts/dynamic-scope/environment.ts";
import { isPlainReference } from "../../../../document/model/facts/keywords.ts";
import { writtenValues } from "../../../../document/model/facts/written-values.ts";
import type { JsonType, Schema } from "../../../../document/model/model.ts";
import { createTestPattern } from "../../../../text/test-pattern.ts";
import { fillUnstated, fitAll, fitAny, type Leaf, type Part } from "./part.ts";
import {
  anything,
  findMemberPart,
  intersect,
  type MatchesPattern,
  never,
  type Reading,
  unite,
} from "./reading.ts";

/** Finds the readings of schemas. Each is found once. */
export interface ReadingFolder {
  readonly leaf: (schema: Schema, scope?: Environment) => Leaf;
  readonly fold: (part: Part | undefined) => Reading;
  readonly matches: MatchesPattern;
}

/** Opens a run. It follows every keyword that applies a schema to the value, to its items or to its members. */
export function createReadingFolder(): ReadingFolder {
  const { enter } = createEnvironments();
  const leaves = new Map<Environment, Map<Schema, Leaf>>();
  const known = new Map<Part, Reading>();
  const open = new Set<Part>();
  // The schemas whose reading lacks what an open one says, and whether the reading in progress is one of them.
  const partial = new Set<Part>();
  let isPartial = false;
  const test = createTestPattern();
  const matches: MatchesPattern = (pattern, name) => test(pattern, name) === true;

  const leaf = (written: Schema, scope: Environment = emptyEnvironment): Leaf => {
    const schema = skipReferences(written);
    const ofScope = leaves.get(scope) ?? new Map<Schema, Leaf>();
    leaves.set(scope, ofScope);
    const found = ofScope.get(schema) ?? { schema, scope };
    ofScope.set(schema, found);
    return found;
  };

  const fold = (part: Part | undefined): Reading => {
    // A schema that leads back to itself says nothing more.
    if (part === undefined || open.has(part)) {
      isPartial ||= part !== undefined;
      return anything;
    }
    const before = known.get(part);
    if (before !== undefined) {
      isPartial ||= partial.has(part);
      return before;
    }
    const reading = "schema" in part ? foldOpened(part) : foldEach(part.join, part.parts);
    known.set(part, reading);
    return reading;
  };

  const foldOpened = (part: Leaf): Reading => {
    const wasPartial = isPartial;
    isPartial = false;
    open.add(part);
    const reading = foldLeaf(part);
    open.delete(part);
    if (open.size === 0) {
      // Only the outermost schema of a circle is complete. The others are read again when they are the outermost.
      for (const each of partial) {
        known.delete(each);
      }
      partial.clear();
      isPartial = false;
    } else if (isPartial) {
      partial.add(part);
    }
    isPartial ||= wasPartial;
    return reading;
  };

  const foldEach = (join: "all" | "any", parts: readonly (Part | undefined)[]): Reading =>
    join === "any"
      ? unite(
          parts.map((part) => part && fold(part)),
          matches,
        )
      : parts.map(fold).reduce((left, right) => intersect(left, right, matches));

  const foldLeaf = ({ schema, scope: outer }: Leaf): Reading => {
    if (schema.boolean !== undefined) {
      return schema.boolean ? anything : never;
    }
    const scope = enter(outer, schema);
    const inner = (part: Schema): Leaf => leaf(part, scope);
    const foldInner = (part: Schema): Reading => fold(inner(part));
    const uniteInner = (parts: readonly (Reading | undefined)[]): Reading => unite(parts, matches);
    const { ref, dynamicReference, allOf = [], anyOf, oneOf, dependentSchemas, not } = schema;
    const conditions = schema.if && [
      intersect(foldInner(schema.if), schema.then ? foldInner(schema.then) : anything, matches),
      schema.else && foldInner(schema.else),
    ];
    const reading = [
      ...(ref === undefined ? [] : [foldInner(ref.target)]),
      ...(dynamicReference === undefined
        ? []
        : [foldInner(resolveDynamic(dynamicReference, scope).target)]),
      ...allOf.map(foldInner),
      ...[anyOf, oneOf].flatMap((each) =>
        each === undefined ? [] : [uniteInner(each.map(foldInner))],
      ),
      ...(conditions === undefined ? [] : [uniteInner(conditions)]),
      ...[...(dependentSchemas?.values() ?? [])].map((part) =>
        uniteInner([onlyMembers(foldInner(part)), undefined]),
      ),
      ...(not === undefined ? [] : [{ ...anything, excluded: findCoveredTypes(not) }]),
    ].reduce((left, right) => intersect(left, right, matches), readOwn(schema, inner, matches));
    return addUnevaluated(reading, schema, inner);
  };

  return { leaf, fold, matches };
}

/** What a reading says about an object. Of other values, `dependentSchemas` says nothing. */
function onlyMembers({ properties, patterns, additional, implied }: Reading): Reading {
  const isObject = implied.has("object");
  return {
    ...{ ...anything, properties, patterns, additional },
    implied: new Set<JsonType>(isObject ? ["object"] : []),
  };
}

/** The schema behind plain references that do not open a scope: a chain of thousands must not become deep recursion. */
function skipReferences(schema: Schema): Schema {
  const seen = new Set<Schema>();
  let end = schema;
  while (isPlainReference(end) && end.dynamicAnchors === undefined && !seen.has(end)) {
    seen.add(end);
    end = end.ref?.target ?? end;
  }
  return end;
}

/** The keywords of a schema that say something without others. */
function readOwn(schema: Schema, inner: (part: Schema) => Leaf, matches: MatchesPattern): Reading {
  const types = listOwnTypes(schema);
  const implied = inferImplied(schema);
  if (implied === undefined) {
    return types === undefined ? anything : { ...anything, types };
  }
  const { items, prefixItems = [], contains } = schema;
  return {
    types,
    implied: new Set([implied]),
    excluded: new Set(),
    positions: prefixItems.map(inner),
    // Some items fit `contains`.
    items: items ? inner(items) : contains && fitAny([inner(contains), undefined]),
    ...readMembers(schema, inner, matches),
  };
}

/** A schema without `type` that describes members or items means an object or a list. */
function inferImplied(schema: Schema): JsonType | undefined {
  const { properties, patternProperties, additionalProperties, propertyNames } = schema;
  const { items, prefixItems, contains, unevaluatedItems, unevaluatedProperties } = schema;
  const members = [properties, patternProperties, propertyNames].some((each) => each !== undefined);
  const rests = [additionalProperties, unevaluatedProperties];
  const hasRest = rests.some((rest) => rest !== undefined && rest.boolean !== false);
  const lists = [items, prefixItems, contains, unevaluatedItems];
  return members || hasRest
    ? "object"
    : lists.some((each) => each !== undefined)
      ? "array"
      : undefined;
}

function readMembers(
  schema: Schema,
  inner: (part: Schema) => Leaf,
  matches: MatchesPattern,
): Pick<Reading, "properties" | "patterns" | "additional"> {
  const { properties = [], patternProperties = [], additionalProperties, propertyNames } = schema;
  const isSafe = listSafePatterns(schema);
  const written = [...patternProperties];
  const patterns = new Map(
    written.filter(([pattern]) => isSafe.has(pattern)).map(([text, part]) => [text, inner(part)]),
  );
  // Members whose pattern is not tried are read like all others.
  const unsafe = written
    .filter(([pattern]) => !patterns.has(pattern))
    .map(([, part]) => inner(part));
  const rest = additionalProperties && inner(additionalProperties);
  const additional = unsafe.length === 0 ? rest : fitAny([...unsafe, rest]);
  const others = { ...anything, patterns, additional };
  const names = (propertyNames && listTexts(propertyNames)) ?? [];
  return {
    patterns,
    additional,
    properties: new Map<string, Part | undefined>([
      ...names.map((name) => [name, findMemberPart(others, name, matches)] as const),
      ...[...properties].map(([name, part]) => {
        const matching = [...patterns].filter(([pattern]) => matches(pattern, name));
        return [name, fitAll([inner(part), ...matching.map(([, each]) => each)])] as const;
      }),
    ]),
  };
}

/** The texts that a schema lists. */
function listTexts(schema: Schema): readonly string[] {
  const values = writtenValues(followSchemaReferences(schema) ?? schema) ?? [];
  return values.filter((value) => typeof value === "string");
}

/** The types of a schema, without those of which it lists no value. */
function listOwnTypes(schema: Schema): ReadonlySet<JsonType> | undefined {
  const { types } = schema;
  const listed = writtenValues(schema)?.map(toJsonType);
  const common = commonTypes(types, listed);
  return common?.size === 0 ? new Set(types) : common;
}

function addUnevaluated(
  reading: Reading,
  { unevaluatedItems, unevaluatedProperties }: Schema,
  inner: (part: Schema) => Leaf,
): Reading {
  const { positions, items, properties, patterns, additional } = reading;
  const known = new Map<Part, Part>();
  const rest = unevaluatedItems && inner(unevaluatedItems);
  const others = unevaluatedProperties && inner(unevaluatedProperties);
  const fill =
    (by: Part) =>
    ([name, part]: readonly [string, Part | undefined]): readonly [string, Part] => [
      name,
      fillUnstated(part, by, known),
    ];
  return {
    ...reading,
    ...(rest !== undefined && {
      positions: positions.map((part) => fillUnstated(part, rest)),
      items: fillUnstated(items, rest),
    }),
    ...(others !== undefined && {
      properties: new Map([...properties].map(fill(others))),
      patterns: fillPatterns(patterns, fill(others)),
      additional: fillUnstated(additional, others, known),
    }),
  };
}

/** A member about which its pattern says nothing may match another pattern. Only otherwise is it unevaluated. */
function fillPatterns(
  patterns: Reading["patterns"],
  fill: (entry: readonly [string, Part | undefined]) => readonly [string, Part],
): Reading["patterns"] {
  const filled = [...patterns].map(fill);
  const all = filled.map(([, part]) => part);
  return new Map(
    filled.map(([pattern, part]) => [
      pattern,
      part === patterns.get(pattern) ? part : fitAny([part, ...all]),
    ]),
  );
}

/** Few enough steps for a pattern that people write. */
const patternSteps = 100_000;

const safe = new WeakMap<Schema, ReadonlySet<string>>();

/** The patterns that the router may try on a name. A sender chooses the name, so no name must take long. */
function listSafePatterns(schema: Schema): ReadonlySet<string> {
  const { patternProperties } = schema;
  if (patternProperties === undefined) {
    return noPatterns;
  }
  const found = safe.get(schema) ?? new Set([...patternProperties.keys()].filter(isSafePattern));
  safe.set(schema, found);
  return found;
}

const noPatterns: ReadonlySet<string> = new Set();

/** The analysis does not see what references to groups and assertions take. */
function isSafePattern(pattern: string): boolean {
  const reading = readPattern(pattern);
  return (
    reading.source === pattern &&
    reading.flags === "u" &&
    !/\\[1-9k]|\(\?[^:]/.test(pattern) &&
    findBacktracking(pattern, "u", { left: patternSteps }) === undefined
  );
}
