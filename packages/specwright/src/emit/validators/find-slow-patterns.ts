import { readPattern } from "@specwright/patterns";
import type { Diagnostic } from "../../diagnostic.ts";
import type { Model } from "../../document/model/model.ts";
import { findReachableSchemas } from "../../document/model/reachable-schemas.ts";
import { createSlowPatterns } from "./slow-pattern.ts";

/**
 * A warning for every `pattern`, and every key of `patternProperties`, that would let a hostile text block a process.
 * For programs that interpret documents directly: they generate no code, so no other step reports such patterns.
 *
 * @param model from `loadModel`
 * @example
 * ```ts
 * import { findSlowPatterns, loadModel } from "specwright";
 *
 * const { model } = loadModel("openapi.yaml");
 * for (const { message, file, line } of findSlowPatterns(model)) console.log(file, line, message);
 * ```
 */
export function findSlowPatterns(model: Model): readonly Diagnostic[] {
  const describe = createSlowPatterns();
  const found: Diagnostic[] = [];
  for (const schema of findReachableSchemas(model)) {
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
