import { findBacktracking } from "@specwright/patterns";
import * as runtime from "@specwright/runtime/v1/values";
import type { Schema } from "../../document/model/model.ts";
import { emitPredicates } from "../../emit/validators/emit-predicates.ts";

/** Returns whether a schema accepts a value. Undefined when a pattern would take too long to tell. */
export type Predicate = (value: unknown) => boolean | undefined;

/** All patterns of a document together take at most this many steps, about a tenth of a second. */
const patternSteps = 800_000;

/** Longer texts are not matched against patterns that may take quadratic time or more. */
const longestForSlow = 100;

/**
 * Prints the predicates of schemas, as generated validators have them, and runs what was printed. The texts of the document
 * are data in it: the emitter's escapers wrote them.
 */
export function runPredicates(roots: ReadonlyMap<string, Schema>): ReadonlyMap<string, Predicate> {
  const { code, functions } = emitPredicates(roots, (literal) => `json.guard(${literal})`);
  const listed = [...functions].map(([name, found]) => `[${JSON.stringify(name)}, ${found}]`);
  const make = new Function("json", `"use strict";\n${code}\nreturn [${listed.join(", ")}];`);
  const json = { ...runtime, guard: createGuard() };
  // The printed code returns these pairs.
  const made = make(json) as readonly (readonly [string, (value: unknown) => boolean])[];
  return new Map(
    made.map(([name, test]) => [
      name,
      (value) => {
        try {
          return test(value);
        } catch (error) {
          if (error instanceof TooSlow) {
            return undefined;
          }
          throw error;
        }
      },
    ]),
  );
}

class TooSlow extends Error {}

/** Lets a pattern test only texts for which it needs little time. */
function createGuard(): (pattern: RegExp) => Pick<RegExp, "test"> {
  const steps = { left: patternSteps };
  return (pattern) => {
    const slow = findBacktracking(pattern.source, pattern.flags, steps);
    if (slow === undefined) {
      return pattern;
    }
    const longest = slow.kind === "polynomial" ? longestForSlow : -1;
    return {
      test: (text) => {
        if (text.length > longest) {
          throw new TooSlow();
        }
        return pattern.test(text);
      },
    };
  };
}
