import { createAlphabet } from "./alphabet.ts";
import { findExponential } from "./find-exponential.ts";
import { findLoops } from "./find-loops.ts";
import { findPolynomial } from "./find-polynomial.ts";
import { isAnchored, type PatternNode, parsePattern } from "./parse-pattern.ts";
import { createAutomaton } from "./pattern-automaton.ts";
import { outOfSteps, type Steps, take } from "./steps.ts";

/** Why a pattern may take long: a text that can be repeated, each time matched in several ways. */
export type Backtracking =
  | { readonly kind: "exponential"; readonly repeated: string }
  | PolynomialBacktracking
  /** The pattern is too large to find out. */
  | { readonly kind: "unknown" };

/** The time grows with a power of the text's length: 2 is quadratic. */
interface PolynomialBacktracking {
  readonly kind: "polynomial";
  readonly degree: number;
  readonly repeated: string;
}

/** The maximum number of steps for one pattern. */
const maximumSteps = 1_000_000;

/**
 * Finds patterns for which a backtracking engine takes more time than in proportion to the length of a text: exponential,
 * when inside of a repetition the same text can be matched in several ways; polynomial, when it can be divided between
 * several repetitions that follow each other. Slowness because of references to groups, or assertions in the middle, is not
 * found.
 *
 * @param pattern A pattern that is valid with these flags.
 * @param all The steps that are left for all patterns of a document. The analysis subtracts its own.
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

/** Larger repetitions are as bad as endless ones, each time for the theory's kind of slowness. */
const endless = { exponential: 10, polynomial: 1000 };

function search(pattern: string, flags: string, steps: Steps): Backtracking | undefined {
  // Parsing a pattern and making automata of it.
  take(steps, 20 * pattern.length);
  const { node, assertions } = parsePattern(pattern);
  // Only a group that is repeated can be matched in several ways again and again.
  if (/\)(?:[*+]|\{)/.test(pattern)) {
    for (const part of [node, ...assertions]) {
      const repeated = exponential(part, flags, steps);
      if (repeated !== undefined) {
        return repeated;
      }
    }
  }
  const found = [isAnchored(node) ? node : anywhere(node), ...assertions]
    .map((part) => polynomial(part, flags, steps))
    .filter((each) => each !== undefined);
  return found.reduce<PolynomialBacktracking | undefined>(
    (worst, each) => (worst === undefined || each.degree > worst.degree ? each : worst),
    undefined,
  );
}

/** An engine tries a pattern that is not anchored at every place, which is a repetition in front of it. */
function anywhere(node: PatternNode): PatternNode {
  const any: PatternNode = { kind: "character", source: "[^]" };
  const search: PatternNode = { kind: "repeat", part: any, minimum: 0, maximum: Infinity };
  return { kind: "sequence", parts: [search, node] };
}

function exponential(node: PatternNode, flags: string, steps: Steps): Backtracking | undefined {
  const automaton = createAutomaton(node, endless.exponential);
  if (automaton === undefined) {
    return { kind: "unknown" };
  }
  const alphabet = createAlphabet(automaton.characters, flags, steps);
  const loops = findLoops(automaton.follow, steps);
  const repeated = findExponential(automaton, alphabet, loops, steps);
  return repeated === undefined ? undefined : { kind: "exponential", repeated };
}

function polynomial(
  node: PatternNode,
  flags: string,
  steps: Steps,
): PolynomialBacktracking | undefined {
  const automaton = createAutomaton(node, endless.polynomial);
  if (automaton === undefined) {
    // Reported only when exponential time is possible: large patterns without such groups are long lists of words.
    return undefined;
  }
  const alphabet = createAlphabet(automaton.characters, flags, steps);
  const loops = findLoops(automaton.follow, steps);
  const found = findPolynomial(automaton, alphabet, loops, steps);
  return found === undefined ? undefined : { kind: "polynomial", ...found };
}
