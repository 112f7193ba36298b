import { appliedInPlace } from "../applied-parts.ts";
import type { Schema } from "../model.ts";
import { possibleTypes, typeBits } from "./possible-types.ts";
import { writtenValues } from "./written-values.ts";

/** Returns whether no value is accepted by two of the schemas, judging by types, listed values and tags. */
export function areDisjoint(schemas: readonly Schema[]): boolean {
  return (
    areDisjointByType(schemas) || areDisjointByValue(schemas) || findTag(schemas) !== undefined
  );
}

/** Lists of texts and numbers without one that is in two of them. */
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
    const types = possibleTypes(schema);
    const isNew = (seen & types) === 0;
    seen |= types;
    return isNew;
  });
}

/** A property that distinguishes objects. */
export interface Tag {
  readonly name: string;
  /** The texts and numbers that it may have, for each of the schemas; none is in two lists. */
  readonly values: readonly (readonly unknown[])[];
}

/**
 * The property that distinguishes objects: required in each schema, with texts or numbers that no other schema allows.
 *
 * @param isUsable whether a property of that name can be one
 */
export function findTag(
  schemas: readonly Schema[],
  isUsable: (name: string) => boolean = () => true,
): Tag | undefined {
  if (schemas.some((schema) => possibleTypes(schema) !== typeBits.object)) {
    return undefined;
  }
  const all = schemas.map(allConjuncts);
  for (const name of new Set(all[0]?.flatMap(({ required = [] }) => required))) {
    const values = isUsable(name) ? distinctValues(name, all) : undefined;
    if (values !== undefined) {
      return { name, values };
    }
  }
  return undefined;
}

/** The values of a property for each schema; undefined where one has no list of them, or two have a value in common. */
function distinctValues(
  name: string,
  all: readonly (readonly Schema[])[],
): readonly (readonly unknown[])[] | undefined {
  const seen = new Set<unknown>();
  const found: (readonly unknown[])[] = [];
  for (const parts of all) {
    const values = tagValues(name, parts);
    if (values?.every((value) => isNewValue(value, seen)) !== true) {
      return undefined;
    }
    found.push(values);
  }
  return found;
}

/** The values that a required property may have; undefined without a list of them. */
function tagValues(name: string, parts: readonly Schema[]): readonly unknown[] | undefined {
  if (!parts.some(({ required }) => required?.includes(name) === true)) {
    return undefined;
  }
  for (const { properties } of parts) {
    const property = properties?.get(name);
    for (const part of property === undefined ? [] : allConjuncts(property)) {
      const values = writtenValues(part);
      if (values !== undefined) {
        return values;
      }
    }
  }
  return undefined;
}

function allConjuncts(schema: Schema): readonly Schema[] {
  return [...appliedInPlace(schema, false)];
}

/** Returns whether a text or a number was not seen before. Other values count as seen. */
function isNewValue(value: unknown, seen: Set<unknown>): boolean {
  const isNew = (typeof value === "string" || typeof value === "number") && !seen.has(value);
  seen.add(value);
  return isNew;
}
