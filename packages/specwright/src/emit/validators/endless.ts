import type { Schema } from "../../model/model.ts";
import type { Definition } from "./definitions.ts";
import { outlineOf } from "./outline.ts";

/** What a reference of a schema in a definition leads to: nothing when it would lead back without an end. */
export function endingTarget(
  definition: Definition,
  schema: Schema,
  target: Definition,
): Definition | undefined {
  if (!isEndless(definition, schema, target)) {
    return target;
  }
  const base = definition.bases.get(target);
  return base === target ? undefined : base;
}

/**
 * Whether a reference of a schema in a definition would lead back without ever getting to a part of the value. The same
 * reference below `properties` or `items` does get to one.
 */
function isEndless(definition: Definition, schema: Schema, target: Definition): boolean {
  return (
    definition.endless.has(target) &&
    outlineOf(definition.schema).some(
      (entry) => entry.schema === schema && entry.isInPlace && entry.isApplied,
    )
  );
}
