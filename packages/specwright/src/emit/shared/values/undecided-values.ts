import { findPossibleTypes, typeBits } from "../../../document/model/facts/possible-types.ts";
import type { Schema } from "../../../document/model/model.ts";
import type { ValueKind } from "../typescript/value-kinds.ts";
import { findAlternativeTags } from "./alternative-tags.ts";
import { collectValueParts, listValueParts } from "./value-parts.ts";

/**
 * Finds the schemas whose conversion cannot be decided: those beside which another schema describes the same place
 * otherwise, such as the text `note` in `{ at: date-time } | { at: note }`, and those at places that conversions do not
 * visit.
 *
 * @param candidates the schemas that the settings ask to convert
 */
export function findUndecided(
  all: ReadonlySet<Schema>,
  candidates: ReadonlyMap<Schema, ValueKind>,
): ReadonlySet<Schema> {
  const undecided = new Set<Schema>();
  let left = candidates;
  for (let size = -1; left.size > 0 && size < undecided.size; ) {
    size = undecided.size;
    const search: Search = {
      candidates: left,
      undecided,
      holding: new Map(),
      seen: new Map(),
      isEither: false,
    };
    const either: Search = { ...search, seen: new Map(), isEither: true };
    for (const schema of all) {
      for (const [step, part] of listValueParts(schema)) {
        if (step === "unvisited") {
          giveUp(part, search);
        }
      }
      compareParts(schema, search, either);
    }
    // A value that stays as it is sent may be taken for another one, so the rest is compared again.
    left = new Map([...left].filter(([schema]) => !undecided.has(schema)));
  }
  return undecided;
}

interface Search {
  readonly candidates: ReadonlyMap<Schema, ValueKind>;
  readonly undecided: Set<Schema>;
  /** The candidates to which a schema leads. */
  readonly holding: Map<Schema, readonly Schema[]>;
  /** The pairs that were compared. */
  readonly seen: Map<Schema, Set<Schema>>;
  /** True while alternatives are compared: a value may fit one and not the other. */
  readonly isEither: boolean;
}

function listCandidates(schema: Schema, { candidates, holding }: Search): readonly Schema[] {
  const known =
    holding.get(schema) ?? [...collectValueParts([schema])].filter((each) => candidates.has(each));
  holding.set(schema, known);
  return known;
}

function giveUp(schema: Schema, search: Search): void {
  for (const each of listCandidates(schema, search)) {
    search.undecided.add(each);
  }
}

/** Compares the schemas of one value with each other. */
function compareParts(schema: Schema, search: Search, either: Search): void {
  const { allOf = [], anyOf = [], oneOf = [], ref, ...own } = schema;
  if ([allOf, anyOf, oneOf].every((each) => each.length === 0) && ref === undefined) {
    return;
  }
  const always = [own, ...(ref === undefined ? [] : [ref.target]), ...allOf];
  compareAll(always, search);
  for (const alternatives of [anyOf, oneOf]) {
    const tags = findAlternativeTags(schema, alternatives);
    for (const each of alternatives) {
      always.forEach((other) => {
        compare(each, other, search);
      });
    }
    compareAll(
      alternatives.filter((_, index) => tags[index] === undefined),
      either,
    );
  }
  if (anyOf.length > 0 && oneOf.length > 0) {
    anyOf.forEach((each) => {
      oneOf.forEach((other) => {
        compare(each, other, either);
      });
    });
  }
}

function compareAll(schemas: readonly Schema[], search: Search): void {
  schemas.forEach((each, index) => {
    schemas.slice(index + 1).forEach((other) => {
      compare(each, other, search);
    });
  });
}

/** Gives up the candidates about which two schemas of one value differ. */
function compare(one: Schema, other: Schema, search: Search): void {
  const { candidates, seen } = search;
  const known = seen.get(one) ?? new Set();
  seen.set(one, known);
  const isNeither = listCandidates(one, search).length + listCandidates(other, search).length === 0;
  if (one === other || known.has(other) || isNeither || areApart(one, other, search)) {
    return;
  }
  known.add(other);
  for (const [schema, against] of [[one, other] as const, [other, one] as const]) {
    const parts = listValueParts(schema).filter(([step]) => step === "same");
    if (parts.length > 0) {
      const { ref, allOf, anyOf, oneOf, ...own } = schema;
      for (const part of [own, ...parts.map(([, each]) => each)]) {
        compare(part, against, search);
      }
      return;
    }
  }
  const [kind, otherKind] = [candidates.get(one), candidates.get(other)];
  if (kind !== otherKind && !saysNothing(one) && !saysNothing(other)) {
    giveUp(one, search);
    giveUp(other, search);
    return;
  }
  for (const [left, right] of pairInner(one, other)) {
    compare(left, right, search);
  }
  if (search.isEither) {
    giveUpTexts(one, other, search);
    giveUpTexts(other, one, search);
  }
}

/**
 * Returns whether no value fits both schemas, neither as it is sent nor as programs see it: a `decimal` is a number
 * there, and a text here. One conversion may see the result of another, so each form is compared with both.
 */
function areApart(one: Schema, other: Schema, { candidates }: Search): boolean {
  const isComposed = [one, other].some((each) =>
    listValueParts(each).some(([step]) => step === "same"),
  );
  const [left = 0, right = 0] = [one, other].map((schema) => {
    const kind = candidates.get(schema);
    return findPossibleTypes(schema) | (kind === undefined ? 0 : programTypes[kind]);
  });
  return !isComposed && (left & right) === 0;
}

/** The types of values as programs see them, as bits that differ from those of the types of JSON. */
const programTypes: Readonly<Record<ValueKind, number>> = {
  Date: 256,
  Instant: 512,
  PlainDate: 1024,
  BigInt: 2048,
  BigIntText: 2048,
  Decimal: typeBits.string,
};

/** Returns whether a schema has no opinion about the type of its value. */
function saysNothing({ types, enum: values, const: constant }: Schema): boolean {
  return [types, values, constant].every((each) => each === undefined);
}

/**
 * Gives up the decimals at places about which another alternative says nothing: its values may have a text there, which
 * a program could not tell from a decimal.
 */
function giveUpTexts(schema: Schema, other: Schema, search: Search): void {
  const isClosed = (name: string): boolean =>
    other.properties?.has(name) === true || other.additionalProperties !== undefined;
  const open = [
    ...[...(schema.properties ?? [])].flatMap(([name, each]) => (isClosed(name) ? [] : [each])),
    ...(other.additionalProperties === undefined ? [schema.additionalProperties] : []),
    ...(other.items === undefined ? [schema.items, ...(schema.prefixItems ?? [])] : []),
  ];
  for (const each of open.flatMap((part) => (part ? listCandidates(part, search) : []))) {
    if (search.candidates.get(each) === "Decimal") {
      search.undecided.add(each);
    }
  }
}

/** The schemas that describe the same place inside a value: properties of one name, and items. */
function pairInner(one: Schema, other: Schema): readonly (readonly [Schema, Schema])[] {
  const pairs: (readonly [Schema, Schema])[] = [];
  const add = (left: Schema | undefined, right: Schema | undefined): void => {
    if (left !== undefined && right !== undefined) {
      pairs.push([left, right]);
    }
  };
  const names = new Set([...(one.properties?.keys() ?? []), ...(other.properties?.keys() ?? [])]);
  for (const name of names) {
    add(
      one.properties?.get(name) ?? one.additionalProperties,
      other.properties?.get(name) ?? other.additionalProperties,
    );
  }
  add(one.additionalProperties, other.additionalProperties);
  const length = Math.max(one.prefixItems?.length ?? 0, other.prefixItems?.length ?? 0);
  for (let index = 0; index < length; index++) {
    add(one.prefixItems?.[index] ?? one.items, other.prefixItems?.[index] ?? other.items);
  }
  add(one.items, other.items);
  return pairs;
}
