import { hasType } from "@specwright/runtime/v1/values";
import { listConjuncts } from "../../../document/model/conjuncts.ts";
import { isKeptOut } from "../../../document/model/directions/kept-out.ts";
import type { Schema } from "../../../document/model/model.ts";

/** A schema's default, boxed. It may also be behind a reference or in an `allOf`. Undefined without a default. */
export function findOwnDefault(schema: Schema): { readonly value: unknown } | undefined {
  const isAlone = schema.ref === undefined && schema.allOf === undefined;
  // Most schemas have neither, and a large document has many schemas.
  return isAlone ? schema.default : findDefault(schema, new Set());
}

function findDefault(schema: Schema, seen: Set<Schema>): { readonly value: unknown } | undefined {
  if (schema.default !== undefined || seen.has(schema)) {
    return schema.default;
  }
  seen.add(schema);
  for (const part of listConjuncts(schema)) {
    const found = findDefault(part, seen);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

/** The default that the router fills in for a missing value. It has to fit the schema's type and listed values. */
export function findFilledDefault(schema: Schema): { readonly value: unknown } | undefined {
  const found = findOwnDefault(schema);
  return found !== undefined && allows(schema, found.value, new Set()) ? found : undefined;
}

/** Returns whether types and listed values allow a value, in the schema and in all schemas that apply to the same value. */
function allows(schema: Schema, value: unknown, seen: Set<Schema>): boolean {
  if (seen.has(schema)) {
    return true;
  }
  seen.add(schema);
  const { boolean, types, enum: values } = schema;
  const text = JSON.stringify(value);
  return (
    boolean !== false &&
    (types === undefined || hasType(value, types)) &&
    values?.some((each) => JSON.stringify(each) === text) !== false &&
    listConjuncts(schema).every((part) => allows(part, value, seen))
  );
}

/** `filled` or `left out`: the treatment of read-only properties, which are not part of requests. */
export type ReadOnlyDefaults = "filled" | "left out";

/** A property that the router fills in when it is missing. */
export interface FilledProperty {
  readonly name: string;
  readonly property: Schema;
  readonly value: unknown;
}

/** The properties that the router fills in when they are missing. */
export function listFilledDefaults(
  { properties }: Schema,
  readOnly: ReadOnlyDefaults,
): readonly FilledProperty[] {
  const filled: FilledProperty[] = [];
  for (const [name, property] of properties ?? []) {
    const found = findFilledDefault(property);
    if (found !== undefined && !isLeftOut(property, readOnly)) {
      filled.push({ name, property, value: found.value });
    }
  }
  return filled;
}

/** Returns whether defaults of a property, and of everything in it, are not filled in. */
export function isLeftOut(property: Schema, readOnly: ReadOnlyDefaults): boolean {
  return readOnly === "left out" && isKeptOut(property, "request");
}

/**
 * The schema of the items that the router fills in. Undefined with `prefixItems`, because the first items then have
 * other schemas.
 */
export function findFilledItems({ items, prefixItems }: Schema): Schema | undefined {
  return prefixItems === undefined ? items : undefined;
}
