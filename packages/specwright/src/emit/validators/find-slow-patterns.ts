import type { Diagnostic } from "../../diagnostic.ts";
import type { Model } from "../../model/model.ts";
import { reachableSchemas } from "../../model/reachable-schemas.ts";
import { readPattern } from "../../pattern/read-pattern.ts";
import { createSlowPatterns } from "./slow-pattern.ts";

/**
 * A warning for every `pattern` and every key of `patternProperties` in a document with which a hostile text could stop
 * a process: for programs that interpret documents, and generate nothing that would report it.
 *
 * @param model from `loadModel`
 */
export function findSlowPatterns(model: Model): readonly Diagnostic[] {
  const describe = createSlowPatterns();
  const found: Diagnostic[] = [];
  for (const schema of reachableSchemas(model)) {
    const patterns = [
      ...(schema.pattern === undefined ? [] : [schema.pattern]),
      ...(schema.patternProperties?.keys() ?? []),
    ];
    for (const pattern of patterns) {
      const reading = readPattern(pattern);
      const slow = reading.source === undefined ? undefined : describe(schema, pattern, reading);
      if (slow !== undefined) {
        found.push(slow);
      }
    }
  }
  return found;
}
