import type { Schema } from "../../model/model.ts";
import type { Definition } from "./definitions.ts";
import { outlineOf } from "./outline.ts";

/**
 * Whether a reference of a schema in a definition would lead back without ever getting to a part of the value. The same
 * reference below `properties` or `items` does get to one.
 */
export function isEndless(definition: Definition, schema: Schema, target: Definition): boolean {
  return (
    definition.endless.has(target) &&
    outlineOf(definition.schema).some(
      (entry) => entry.schema === schema && entry.isInPlace && entry.isApplied,
    )
  );
}
