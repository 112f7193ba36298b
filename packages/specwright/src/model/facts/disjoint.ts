import { appliedInPlace } from "../applied-parts.ts";
import type { Schema } from "../model.ts";
import { possibleTypes, typeBits } from "./possible-types.ts";
import { writtenValues } from "./written-values.ts";

/** Whether no value is accepted by two of the schemas, as far as types, listed values and tags tell. */
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

/** The property that tells objects apart: required in each schema, with texts or numbers that no other schema allows. */
export function findTag(schemas: readonly Schema[]): string | undefined {
  if (schemas.some((schema) => possibleTypes(schema) !== typeBits.object)) {
    return undefined;
  }
  const all = schemas.map(allConjuncts);
  const names = new Set(all[0]?.flatMap(({ required = [] }) => required));
  return [...names].find((name) => isTag(name, all));
}

function isTag(name: string, all: readonly (readonly Schema[])[]): boolean {
  const seen = new Set<unknown>();
  return all.every((parts) =>
    (tagValues(name, parts) ?? [undefined]).every((value) => isNewValue(value, seen)),
  );
}

/** The values that a required property may have; undefined when there is no list of them. */
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

/** Whether a text or a number was not seen before; nothing else is compared. */
function isNewValue(value: unknown, seen: Set<unknown>): boolean {
  const isNew = (typeof value === "string" || typeof value === "number") && !seen.has(value);
  seen.add(value);
  return isNew;
}
