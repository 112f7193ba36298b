import { collectAppliedInPlace } from "../applied-parts.ts";
import type { Schema } from "../model.ts";
import { findPossibleTypes, typeBits } from "./possible-types.ts";
import { writtenValues } from "./written-values.ts";

/** Returns whether each value fits at most one of the schemas, judging by types, listed values and tags. */
export function areDisjoint(schemas: readonly Schema[]): boolean {
  return (
    areDisjointByType(schemas) || areDisjointByValue(schemas) || findTag(schemas) !== undefined
  );
}

/**
 * Returns whether a value that fits two alternatives of `oneOf` is refused. Beside a discriminator it is not: authors write
 * one so that it chooses among alternatives which are alike, such as two objects with the same optional properties.
 */
export function countsAlternatives({ oneOf, discriminator }: Schema): boolean {
  return oneOf !== undefined && discriminator === undefined && !areDisjoint(oneOf);
}

/** Alternatives that are compared in pairs. More of them are taken to overlap. */
const mostApart = 32;

/**
 * Returns whether a value that fits two alternatives of `oneOf` is refused, and there may be one. This finds more than
 * {@link countsAlternatives}: of two objects, one may require a property that the other one forbids or gives other values.
 */
export function mayOverlap(schema: Schema): boolean {
  const { oneOf = [] } = schema;
  if (!countsAlternatives(schema)) {
    return false;
  }
  const all = oneOf.map((each) => ({ each, parts: listAllConjuncts(each) }));
  return (
    oneOf.length > mostApart ||
    all.some((one, at) =>
      all
        .slice(at + 1)
        .some(
          (other) =>
            !areDisjoint([one.each, other.each]) &&
            !requiresForbidden(one.parts, other.parts) &&
            !requiresForbidden(other.parts, one.parts),
        ),
    )
  );
}

/** Returns whether objects of one schema need a property that objects of the other one cannot have with the same value. */
function requiresForbidden(parts: readonly Schema[], others: readonly Schema[]): boolean {
  const areObjects = [parts, others].every((list) =>
    list.some((part) => findPossibleTypes(part) === typeBits.object),
  );
  return (
    areObjects &&
    parts
      .flatMap(({ required = [] }) => required)
      .some((name) => {
        const isClosed = others.some(
          ({ additionalProperties, properties, patternProperties }) =>
            additionalProperties?.boolean === false &&
            patternProperties === undefined &&
            properties?.has(name) !== true,
        );
        const values = findTagValues(name, parts);
        const taken = new Set<unknown>(findListedValues(name, others));
        return isClosed || (taken.size > 0 && values?.every((value) => isNewValue(value, taken)));
      })
  );
}

/** Returns true when every schema lists texts and numbers and no value is in two lists. */
function areDisjointByValue(schemas: readonly Schema[]): boolean {
  const seen = new Set<unknown>();
  return schemas.every((schema) => {
    const values = new Set(writtenValues(schema) ?? [undefined]);
    return [...values].every((value) => isNewValue(value, seen));
  });
}

function areDisjointByType(schemas: readonly Schema[]): boolean {
  let seen = 0;
  return schemas.every((schema) => {
    const types = findPossibleTypes(schema);
    const isNew = (seen & types) === 0;
    seen |= types;
    return isNew;
  });
}

/** A property that distinguishes objects. */
export interface Tag {
  readonly name: string;
  /** For each of the schemas, the strings and numbers that the property may have. No value is in two of these lists. */
  readonly values: readonly (readonly unknown[])[];
}

/**
 * Finds a property that distinguishes the schemas, such as `kind` in `{ kind: "cat" } | { kind: "dog" }`. Every schema
 * requires it, with strings or numbers that no other schema allows.
 *
 * @param isUsable returns whether a property of that name may be the tag
 */
export function findTag(
  schemas: readonly Schema[],
  isUsable: (name: string) => boolean = () => true,
): Tag | undefined {
  if (schemas.some((schema) => findPossibleTypes(schema) !== typeBits.object)) {
    return undefined;
  }
  const all = schemas.map(listAllConjuncts);
  for (const name of new Set(all[0]?.flatMap(({ required = [] }) => required))) {
    const values = isUsable(name) ? findDistinctValues(name, all) : undefined;
    if (values !== undefined) {
      return { name, values };
    }
  }
  return undefined;
}

/**
 * The values of a property, for each schema. Undefined when a schema does not list its values, or when two schemas
 * share a value.
 */
function findDistinctValues(
  name: string,
  all: readonly (readonly Schema[])[],
): readonly (readonly unknown[])[] | undefined {
  const seen = new Set<unknown>();
  const found: (readonly unknown[])[] = [];
  for (const parts of all) {
    const values = findTagValues(name, parts);
    if (values?.every((value) => isNewValue(value, seen)) !== true) {
      return undefined;
    }
    found.push(values);
  }
  return found;
}

/** The values that a property may have. Undefined when it is not required or its values are not listed. */
function findTagValues(name: string, parts: readonly Schema[]): readonly unknown[] | undefined {
  const isRequired = parts.some(({ required }) => required?.includes(name) === true);
  return isRequired ? findListedValues(name, parts) : undefined;
}

function findListedValues(name: string, parts: readonly Schema[]): readonly unknown[] | undefined {
  for (const { properties } of parts) {
    const property = properties?.get(name);
    for (const part of property === undefined || !mayList(property)
      ? []
      : listAllConjuncts(property)) {
      const values = writtenValues(part);
      if (values !== undefined) {
        return values;
      }
    }
  }
  return undefined;
}

/** Returns whether texts or numbers may fit a schema. Others distinguish nothing. */
function mayList(schema: Schema): boolean {
  return (findPossibleTypes(schema) & (typeBits.string | typeBits.number)) !== 0;
}

function listAllConjuncts(schema: Schema): readonly Schema[] {
  return [...collectAppliedInPlace(schema, false)];
}

/** Returns whether this text or number is new. Values of other types count as seen. */
function isNewValue(value: unknown, seen: Set<unknown>): boolean {
  const isNew = (typeof value === "string" || typeof value === "number") && !seen.has(value);
  seen.add(value);
  return isNew;
}
