import { hasType } from "@specwright/runtime/v1/values";
import type { Schema } from "../model.ts";

/**
 * The lists of values that the schema allows: that of `enum`, and that of `const`. Values that `type` does not allow
 * are removed from each.
 */
export function listAllowedValues(schema: Schema): readonly (readonly unknown[])[] {
  const { enum: listed, const: constant, types } = schema;
  if (listed === undefined && constant === undefined) {
    return noLists;
  }
  const known = lists.get(schema);
  if (known !== undefined) {
    return known;
  }
  const allowed = [listed, constant === undefined ? undefined : [constant.value]]
    .filter((values) => values !== undefined)
    .map((values) => values.filter((value) => types === undefined || hasType(value, types)));
  lists.set(schema, allowed);
  return allowed;
}

/** The lists are needed several times, and there may be hundreds of thousands of values. */
const lists = new WeakMap<Schema, readonly (readonly unknown[])[]>();

/** Most schemas do not list values. */
const noLists: readonly (readonly unknown[])[] = [];
