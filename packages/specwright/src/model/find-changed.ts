import { forEachApplied } from "./applied-parts.ts";
import {
  describesKeptOut,
  isKeptOut,
  keptOutNames,
  requiredInPlace,
  requiredNames,
} from "./kept-out.ts";
import type { Schema } from "./model.ts";
import type { VariantOptions } from "./variants.ts";

/** The schemas that reach something that differs in a direction. */
export function findChanged(options: VariantOptions): ReadonlySet<Schema> {
  const { schemas, direction, hasDefaults } = options;
  // Most documents mark nothing in one direction at least, and a look at each schema is cheaper than all that follows.
  if (!hasDefaults && ![...schemas].some((schema) => describesKeptOut(schema, direction))) {
    return new Set();
  }
  const changed = new Set([...schemas].filter((schema) => differs(schema, options)));
  if (changed.size === 0) {
    return changed;
  }
  const parents = parentsOf(schemas);
  // A set is walked in the order in which it grows.
  for (const schema of changed) {
    for (const parent of parents.get(schema) ?? []) {
      changed.add(parent);
    }
  }
  return changed;
}

function parentsOf(schemas: Iterable<Schema>): ReadonlyMap<Schema, readonly Schema[]> {
  const parents = new Map<Schema, Schema[]>();
  for (const schema of schemas) {
    forEachApplied(schema, (part) => {
      const known = parents.get(part);
      if (known === undefined) {
        parents.set(part, [schema]);
      } else {
        known.push(schema);
      }
    });
  }
  return parents;
}

function differs(schema: Schema, { direction, keptOut, hasDefaults }: VariantOptions): boolean {
  if (hasDefaults && hasOptionalDefault(schema)) {
    return true;
  }
  if (keptOut !== "optional") {
    return describesKeptOut(schema, direction);
  }
  if (!isComposed(schema)) {
    return requiredNames(schema).some((name) => {
      const property = schema.properties?.get(name);
      return property !== undefined && isKeptOut(property, direction);
    });
  }
  const { ever } = keptOutNames(schema, direction);
  return ever.size > 0 && [...requiredInPlace(schema)].some((name) => ever.has(name));
}

/** Whether other schemas apply to the same value. Most have none, and are looked at by themselves. */
function isComposed(schema: Schema): boolean {
  const { ref, allOf, anyOf, oneOf, then: whenTrue, else: whenFalse, dependentSchemas } = schema;
  return [ref, allOf, anyOf, oneOf, whenTrue, whenFalse, dependentSchemas].some(
    (each) => each !== undefined,
  );
}

function hasOptionalDefault({ properties, required = [] }: Schema): boolean {
  return [...(properties ?? [])].some(
    ([name, property]) => property.default !== undefined && !required.includes(name),
  );
}
