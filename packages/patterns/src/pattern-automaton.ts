import type { PatternNode } from "./parse-pattern.ts";

/**
 * The automaton of a pattern, with one state for each character of the pattern (Glushkov's construction). A transition
 * is counted as often as a backtracking engine would try it, up to two.
 */
export interface PatternAutomaton {
  /** For each state, a regular expression for its character. */
  readonly characters: readonly string[];
  /** For each state, the states that may follow, with the number of ways to get there: 1, or 2 for several. */
  readonly follow: readonly ReadonlyMap<number, number>[];
  /** The states in which the match may be complete, with any string after it. */
  readonly last: ReadonlySet<number>;
}

/** The states of a part that may come first and last, and the number of ways in which the part matches the empty string. */
interface Part {
  readonly first: ReadonlyMap<number, number>;
  readonly last: ReadonlyMap<number, number>;
  readonly ways: number;
}

/** Up to this number, repetitions are expanded: `a{2}` becomes `aa`. */
const writtenRepetitions = 9;

/** Larger automata are not built. */
const maximumStates = 400;

/**
 * Makes the automaton of a pattern. Undefined when it is too large.
 *
 * @param endlessFrom This many repetitions or more count as endless. Small numbers of repetitions are expanded, and
 * numbers between these limits are treated as a single one.
 */
export function createAutomaton(
  node: PatternNode,
  endlessFrom: number,
): PatternAutomaton | undefined {
  const characters: string[] = [];
  const follow: Map<number, number>[] = [];
  const nothing: Part = { first: new Map(), last: new Map(), ways: 1 };

  const connect = (from: Part, to: Part): void => {
    for (const [state, before] of from.last) {
      for (const [next, after] of to.first) {
        add(follow[state], next, before * after);
      }
    }
  };
  const build = (part: PatternNode): Part => {
    switch (part.kind) {
      case "empty":
      case "start":
        return nothing;
      case "character": {
        const state = characters.push(part.source) - 1;
        follow.push(new Map());
        if (state > maximumStates) {
          throw tooLarge;
        }
        return { first: new Map([[state, 1]]), last: new Map([[state, 1]]), ways: 0 };
      }
      case "choice":
        return part.parts.map(build).reduce((left, right) => ({
          first: merge(left.first, right.first, 1),
          last: merge(left.last, right.last, 1),
          ways: Math.min(2, left.ways + right.ways),
        }));
      case "sequence":
        return part.parts.reduce((left: Part, item) => join(left, build(item)), nothing);
      case "repeat":
        return repeat(part);
      default:
        return part satisfies never;
    }
  };
  const join = (left: Part, right: Part): Part => {
    connect(left, right);
    return {
      first: merge(left.first, right.first, left.ways),
      last: merge(right.last, left.last, right.ways),
      ways: Math.min(2, left.ways * right.ways),
    };
  };
  const repeat = ({ part, minimum, maximum }: PatternNode & { kind: "repeat" }): Part => {
    if (maximum > writtenRepetitions) {
      const body = build(part);
      if (maximum >= endlessFrom) {
        connect(body, body);
      }
      // An engine rejects an iteration that matches nothing.
      return { ...body, ways: minimum === 0 || body.ways > 0 ? 1 : 0 };
    }
    // `a{1,3}` is `a(a(a)?)?`: an engine only tries a further iteration after the one before.
    let all = nothing;
    for (let index = maximum; index > 0; index -= 1) {
      const some = join(build(part), all);
      all = index > minimum ? { ...some, ways: 1 } : some;
    }
    return all;
  };
  let whole: Part;
  try {
    whole = build(node);
  } catch (error) {
    if (error !== tooLarge) {
      throw error;
    }
    return undefined;
  }
  return { characters, follow, last: new Set(whole.last.keys()) };
}

/** Thrown to leave the construction. */
const tooLarge = Symbol("too large");

function add(ways: Map<number, number> | undefined, state: number, more: number): void {
  ways?.set(state, Math.min(2, (ways.get(state) ?? 0) + more));
}

/** The sum of both maps. The numbers of the second one are multiplied by `times`. */
function merge(
  left: ReadonlyMap<number, number>,
  right: ReadonlyMap<number, number>,
  times: number,
): ReadonlyMap<number, number> {
  if (times === 0) {
    return left;
  }
  const sum = new Map(left);
  for (const [state, ways] of right) {
    add(sum, state, ways * times);
  }
  return sum;
}
