import { hasCombinations, isPlainReference } from "../../../model/facts/keywords.ts";
import type { Schema } from "../../../model/model.ts";
import { visitSubschemas } from "../../../model/subschemas.ts";

/**
 * Returns whether a schema inside another one is always printed as a name. That is a property or an item that is a
 * plain `$ref`, or an object that has a name because the document repeats it. Members of `allOf`, `anyOf` and `oneOf`,
 * and the properties of these members, are not named parts: their kinds determine how objects are extended and
 * distinguished.
 */
export function isNamedPart(schema: Schema, root: Schema): boolean {
  let found = parts.get(root);
  if (found === undefined) {
    found = new Set();
    addParts(root, found);
    parts.set(root, found);
  }
  return found.has(schema);
}

/** References are not followed, so the result for a schema never changes. */
const parts = new WeakMap<Schema, Set<Schema>>();

function addParts(schema: Schema, found: Set<Schema>): void {
  if (hasCombinations(schema) || schema.ref !== undefined) {
    return;
  }
  visitSubschemas(schema, (part, keyword) => {
    if (!partKeywords.has(keyword)) {
      return;
    }
    if (isPlainReference(part) || (part.properties !== undefined && !hasCombinations(part))) {
      found.add(part);
    }
    addParts(part, found);
  });
}

const partKeywords: ReadonlySet<string> = new Set([
  "properties",
  "patternProperties",
  "additionalProperties",
  "items",
  "prefixItems",
]);
