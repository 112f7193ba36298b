import { findBacktracking, readPattern } from "@specwright/patterns";

/** Returns whether a string matches a pattern of the document. Undefined when this is uncertain, or could take long. */
export type TestPattern = (pattern: string, text: string) => boolean | undefined;

/** All patterns of a document together take at most this many steps, about a tenth of a second. */
const documentSteps = 800_000;

/** Longer texts are not matched against patterns that may take quadratic time or more. */
const longestForSlow = 100;

/**
 * Compiles each pattern once.
 *
 * @param left The steps that judging all patterns may take, to find those that take long. Default: enough for a document.
 */
export function createTestPattern(left: number = documentSteps): TestPattern {
  const steps = { left };
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
