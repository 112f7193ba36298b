import { conjuncts } from "../../model/conjuncts.ts";
import type { Schema } from "../../model/model.ts";

/** A schema's default, which may stand behind a reference or in an `allOf`; boxed, undefined when there is none. */
export function defaultOf(
  schema: Schema,
  seen: Set<Schema> = new Set(),
): { readonly value: unknown } | undefined {
  if (schema.default !== undefined || seen.has(schema)) {
    return schema.default;
  }
  seen.add(schema);
  for (const part of conjuncts(schema)) {
    const found = defaultOf(part, seen);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

/** Opens a search that tells whether any default can be reached from a schema. */
export function createSearch(): (schema: Schema) => boolean {
  const known = new Map<Schema, boolean>();
  return (root) => {
    const answer = known.get(root);
    if (answer !== undefined) {
      return answer;
    }
    const visited = new Set<Schema>();
    const queue: Schema[] = [root];
    for (const schema of queue) {
      if (known.get(schema) === true || hasOwnDefaults(schema)) {
        known.set(root, true);
        return true;
      }
      if (!visited.has(schema)) {
        visited.add(schema);
        // One by one: there may be more than a call can have arguments.
        for (const part of parts(schema)) {
          if (known.get(part) !== false) {
            queue.push(part);
          }
        }
      }
    }
    for (const schema of visited) {
      known.set(schema, false); // nothing that any of them leads to has one
    }
    return false;
  };
}

function hasOwnDefaults({ properties }: Schema): boolean {
  return [...(properties?.values() ?? [])].some((property) => defaultOf(property) !== undefined);
}

function parts(schema: Schema): readonly Schema[] {
  const { properties, items, additionalProperties } = schema;
  return [
    ...conjuncts(schema),
    ...alternatives(schema),
    ...(properties?.values() ?? []),
    ...(items === undefined ? [] : [items]),
    ...(additionalProperties === undefined ? [] : [additionalProperties]),
  ];
}

/** The schemas of which one applies, or some. */
export function alternatives({ anyOf, oneOf }: Schema): readonly Schema[] {
  return [...(anyOf ?? []), ...(oneOf ?? [])];
}
