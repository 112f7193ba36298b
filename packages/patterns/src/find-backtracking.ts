import { createAlphabet } from "./alphabet.ts";
import { findExponential } from "./find-exponential.ts";
import { findLoops } from "./find-loops.ts";
import { findPolynomial } from "./find-polynomial.ts";
import { isAnchored, type PatternNode, parsePattern } from "./parse-pattern.ts";
import { createAutomaton } from "./pattern-automaton.ts";
import { outOfSteps, type Steps, take } from "./steps.ts";

/** The reason why a pattern may take long: a string that can be repeated and matched in several ways each time. */
export type Backtracking =
  | { readonly kind: "exponential"; readonly repeated: string }
  | PolynomialBacktracking
  /** The pattern is too large for the analysis. */
  | { readonly kind: "unknown" };

/** The time grows with a power of the text's length. A degree of 2 is quadratic. */
interface PolynomialBacktracking {
  readonly kind: "polynomial";
  readonly degree: number;
  readonly repeated: string;
}

/** The maximum number of steps for one pattern. */
const maximumSteps = 1_000_000;

/**
 * Finds patterns for which a backtracking engine needs more than linear time. The time is exponential when the same
 * text can be matched in several ways inside a repetition, as in `(a|a)*`. It is polynomial when a string can be divided
 * between several repetitions, as in `a*a*b`. Slowness caused by references to groups, or by assertions in the middle
 * of a pattern, is not found.
 *
 * @param pattern A pattern that is valid with these flags.
 * @param all The steps left for all patterns of a document. The analysis subtracts its own.
 * @example
 * ```ts
 * import { findBacktracking } from "@specwright/patterns";
 *
 * findBacktracking("^(a+)+$", "u"); // => { kind: "exponential", repeated: "a" }
 * findBacktracking("^a+$", "u"); // => undefined
 * ```
 */
export function findBacktracking(
  pattern: string,
  flags: string,
  all: Steps = { left: maximumSteps },
): Backtracking | undefined {
  if (!/[*+]|\{\d*,?\d*\}/.test(pattern)) {
    return undefined;
  }
  const steps = { left: Math.min(maximumSteps, all.left) };
  const before = steps.left;
  try {
    return search(pattern, flags, steps);
  } catch (error) {
    if (error !== outOfSteps) {
      throw error;
    }
    return { kind: "unknown" };
  } finally {
    all.left -= before - Math.max(0, steps.left);
  }
}

/** Repetitions with at least this many iterations count as endless, in the analysis for each kind of slowness. */
const endless = { exponential: 10, polynomial: 1000 };

function search(pattern: string, flags: string, steps: Steps): Backtracking | undefined {
  // The cost of parsing a pattern and making automata from it.
  take(steps, 20 * pattern.length);
  const { node, assertions } = parsePattern(pattern);
  // Exponential time needs a repeated group.
  if (/\)(?:[*+]|\{)/.test(pattern)) {
    for (const part of [node, ...assertions]) {
      const repeated = findExponentialTime(part, flags, steps);
      if (repeated !== undefined) {
        return repeated;
      }
    }
  }
  const found = [isAnchored(node) ? node : repeatAnywhere(node), ...assertions]
    .map((part) => findPolynomialTime(part, flags, steps))
    .filter((each) => each !== undefined);
  return found.reduce<PolynomialBacktracking | undefined>(
    (worst, each) => (worst === undefined || each.degree > worst.degree ? each : worst),
    undefined,
  );
}

/**
 * An engine tries a pattern that is not anchored at every position. That is equivalent to a repetition in front of the
 * pattern.
 */
function repeatAnywhere(node: PatternNode): PatternNode {
  const any: PatternNode = { kind: "character", source: "[^]" };
  const search: PatternNode = { kind: "repeat", part: any, minimum: 0, maximum: Infinity };
  return { kind: "sequence", parts: [search, node] };
}

function findExponentialTime(
  node: PatternNode,
  flags: string,
  steps: Steps,
): Backtracking | undefined {
  const automaton = createAutomaton(node, endless.exponential);
  if (automaton === undefined) {
    return { kind: "unknown" };
  }
  const alphabet = createAlphabet(automaton.characters, flags, steps);
  const loops = findLoops(automaton.follow, steps);
  const repeated = findExponential(automaton, alphabet, loops, steps);
  return repeated === undefined ? undefined : { kind: "exponential", repeated };
}

function findPolynomialTime(
  node: PatternNode,
  flags: string,
  steps: Steps,
): PolynomialBacktracking | undefined {
  const automaton = createAutomaton(node, endless.polynomial);
  if (automaton === undefined) {
    // `unknown` is reported only when exponential time is possible. Large patterns without repeated groups are usually
    // long lists of words.
    return undefined;
  }
  const alphabet = createAlphabet(automaton.characters, flags, steps);
  const loops = findLoops(automaton.follow, steps);
  const found = findPolynomial(automaton, alphabet, loops, steps);
  return found === undefined ? undefined : { kind: "polynomial", ...found };
}
