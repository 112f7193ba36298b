import { forEachApplied } from "./applied-parts.ts";
import { describesKeptOut, keptOutNames, requiredInPlace } from "./kept-out.ts";
import type { Schema } from "./model.ts";
import type { VariantOptions } from "./variants.ts";

/** The schemas that reach something that differs in a direction. */
export function findChanged(options: VariantOptions): ReadonlySet<Schema> {
  const { schemas, direction, hasDefaults } = options;
  // Most documents mark nothing in one direction at least, and a look at each schema is cheaper than all that follows.
  if (!hasDefaults && ![...schemas].some((schema) => describesKeptOut(schema, direction))) {
    return new Set();
  }
  const parents = new Map<Schema, Schema[]>();
  const changed = new Set<Schema>();
  for (const schema of schemas) {
    if (differs(schema, options)) {
      changed.add(schema);
    }
    forEachApplied(schema, (part) => {
      const known = parents.get(part);
      if (known === undefined) {
        parents.set(part, [schema]);
      } else {
        known.push(schema);
      }
    });
  }
  for (const schema of changed) {
    for (const parent of parents.get(schema) ?? []) {
      changed.add(parent);
    }
  }
  return changed;
}

function differs(schema: Schema, { direction, keptOut, hasDefaults }: VariantOptions): boolean {
  if (hasDefaults && hasOptionalDefault(schema)) {
    return true;
  }
  if (keptOut !== "optional") {
    return describesKeptOut(schema, direction);
  }
  if (!describesObjects(schema)) {
    return false;
  }
  const { ever } = keptOutNames(schema, direction);
  return ever.size > 0 && [...requiredInPlace(schema)].some((name) => ever.has(name));
}

/** Most schemas are scalars, of which nothing can be required. */
function describesObjects(schema: Schema): boolean {
  const { properties, required, dependentRequired, ref, allOf } = schema;
  return [properties, required, dependentRequired, ref, allOf].some((each) => each !== undefined);
}

function hasOptionalDefault({ properties, required = [] }: Schema): boolean {
  return [...(properties ?? [])].some(
    ([name, property]) => property.default !== undefined && !required.includes(name),
  );
}
