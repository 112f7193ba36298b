import { findBacktracking } from "../../pattern/find-backtracking.ts";
import { readPattern } from "../../pattern/read-pattern.ts";

/** Returns whether a text matches a pattern of the document; undefined when that is unknown, or could take long to find out. */
export type TestPattern = (pattern: string, text: string) => boolean | undefined;

/** A tenth of a second for all patterns of a document that examples are held against. */
const maximumSteps = 800_000;

/** Longer texts are not held against patterns that can take quadratic time or more. */
const longestForSlow = 100;

/** Compiles each pattern once. */
export function createTestPattern(): TestPattern {
  const steps = { left: maximumSteps };
  const known = new Map<
    string,
    { readonly expression: RegExp; readonly longest: number } | undefined
  >();
  return (pattern, text) => {
    if (!known.has(pattern)) {
      known.set(pattern, compile(pattern, steps));
    }
    const compiled = known.get(pattern);
    return compiled === undefined || text.length > compiled.longest
      ? undefined
      : compiled.expression.test(text);
  };
}

function compile(
  pattern: string,
  steps: { left: number },
): { readonly expression: RegExp; readonly longest: number } | undefined {
  const reading = readPattern(pattern);
  if (reading.source === undefined) {
    return undefined;
  }
  const slow = findBacktracking(reading.source, reading.flags, steps);
  if (slow !== undefined && slow.kind !== "polynomial") {
    return undefined;
  }
  const longest = slow === undefined ? Number.POSITIVE_INFINITY : longestForSlow;
  return { expression: new RegExp(reading.source, reading.flags), longest };
}
