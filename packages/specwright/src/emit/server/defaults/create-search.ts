import type { Schema } from "../../../document/model/model.ts";

/**
 * Creates a search that finds out whether a schema leads to a schema of some kind.
 *
 * @param isFound returns whether a schema is of that kind
 * @param parts returns the schemas to which a schema leads directly
 */
export function createSearch(
  isFound: (schema: Schema) => boolean,
  parts: (schema: Schema) => readonly Schema[],
): (schema: Schema) => boolean {
  const known = new Map<Schema, boolean>();
  return (root) => {
    const answer = known.get(root);
    if (answer !== undefined) {
      return answer;
    }
    const visited = new Set<Schema>();
    const queue: Schema[] = [root];
    for (const schema of queue) {
      if (known.get(schema) === true || isFound(schema)) {
        known.set(root, true);
        return true;
      }
      if (!visited.has(schema)) {
        visited.add(schema);
        // Added one by one, because there may be more than a call can have arguments.
        for (const part of parts(schema)) {
          if (known.get(part) !== false) {
            queue.push(part);
          }
        }
      }
    }
    for (const schema of visited) {
      known.set(schema, false); // none of the schemas behind them has one
    }
    return false;
  };
}
