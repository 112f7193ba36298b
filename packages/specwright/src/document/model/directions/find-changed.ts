import type { Application } from "../applied-parts.ts";
import { keyLocation } from "../location.ts";
import type { Schema } from "../model.ts";
import type { Links } from "../reachable-schemas.ts";
import {
  collectKeptOutNames,
  collectRequiredInPlace,
  describesKeptOut,
  isKeptOut,
  listRequiredNames,
} from "./kept-out.ts";
import type { VariantOptions } from "./variants.ts";

/** The schemas that are different in a direction, and all schemas that lead to one of these. */
export function findChanged(options: VariantOptions): ReadonlySet<Schema> {
  const { schemas, links, direction, hasDefaults, enums } = options;
  const word = direction === "request" ? "readOnly" : "writeOnly";
  const marked = [...schemas].filter((schema) => schema[word] === true);
  // In most documents, one direction has no marked properties. Checking each schema first is cheaper than the steps
  // that follow.
  if (!hasDefaults && marked.length === 0 && enums.places.size === 0) {
    return new Set();
  }
  const keptOut = closeOver(marked, [links.always]);
  const describing = [...keptOut].flatMap((schema) => links.part.get(schema) ?? []);
  // A schema can only differ when it, or a schema that applies to the same value, describes a property that is kept
  // out.
  const mayDiffer = closeOver(
    describing.filter((schema) => describesKeptOut(schema, direction)),
    [links.always, links.sometimes],
  );
  const changed = [...schemas].filter(
    (schema) =>
      (hasDefaults && hasOptionalDefault(schema)) ||
      changesEnum(schema, options) ||
      (mayDiffer.has(schema) && differs(schema, options)),
  );
  return closeOver(changed, [links.always, links.sometimes, links.part]);
}

/** The given schemas, and all schemas that lead to them. */
function closeOver(start: Iterable<Schema>, links: readonly Links[Application][]): Set<Schema> {
  const found = new Set(start);
  // Iterating a set also visits the items that are added during the loop.
  for (const schema of found) {
    for (const link of links) {
      for (const parent of link.get(schema) ?? []) {
        found.add(parent);
      }
    }
  }
  return found;
}

function differs(schema: Schema, { direction, keptOut }: VariantOptions): boolean {
  if (keptOut !== "optional") {
    return describesKeptOut(schema, direction);
  }
  if (!isComposed(schema)) {
    return listRequiredNames(schema).some((name) => {
      const property = schema.properties?.get(name);
      return property !== undefined && isKeptOut(property, direction);
    });
  }
  const { ever } = collectKeptOutNames(schema, direction);
  return ever.size > 0 && [...collectRequiredInPlace(schema)].some((name) => ever.has(name));
}

/** Returns whether other schemas apply to the same value. For most schemas none do, and they are checked alone. */
function isComposed(schema: Schema): boolean {
  const { ref, allOf, anyOf, oneOf, then: whenTrue, else: whenFalse, dependentSchemas } = schema;
  return [ref, allOf, anyOf, oneOf, whenTrue, whenFalse, dependentSchemas].some(
    (each) => each !== undefined,
  );
}

/** Returns whether a direction has another list of values than the whole schema. */
export function changesEnum(schema: Schema, { enums }: Pick<VariantOptions, "enums">): boolean {
  return schema.enum !== undefined && enums.places.has(keyLocation(schema.location));
}

function hasOptionalDefault({ properties, required = [] }: Schema): boolean {
  for (const [name, property] of properties ?? []) {
    if (property.default !== undefined && !required.includes(name)) {
      return true;
    }
  }
  return false;
}
