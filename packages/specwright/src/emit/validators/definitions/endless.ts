import type { Schema } from "../../../document/model/model.ts";
import { outlineSchema } from "../../../document/model/outline.ts";
import type { Definition } from "./definitions.ts";

/** The target of a reference in a definition. Undefined when it would lead back endlessly. */
export function findEndingTarget(
  definition: Definition,
  schema: Schema,
  found: Definition,
): Definition | undefined {
  let target: Definition | undefined = found;
  // A base may itself lead back, but it has fewer alternatives each time.
  while (target !== undefined && isEndless(definition, schema, target)) {
    const base: Definition | undefined = definition.bases.get(target);
    target = base === target ? undefined : base;
  }
  return target;
}

/**
 * Returns whether a reference in a definition would lead back without entering a part of the value. The same reference
 * below `properties` or `items` does enter one.
 */
function isEndless(definition: Definition, schema: Schema, target: Definition): boolean {
  return (
    definition.endless.has(target) &&
    outlineSchema(definition.schema).some(
      (entry) => entry.schema === schema && entry.isInPlace && entry.isApplied,
    )
  );
}
