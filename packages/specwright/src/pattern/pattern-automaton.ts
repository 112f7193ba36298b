import type { PatternNode } from "./parse-pattern.ts";

/**
 * The automaton of a pattern, with a state for each character of it (Glushkov's construction). A way from one state to
 * another is counted as often as a backtracking engine would try it, up to two.
 */
export interface PatternAutomaton {
  /** A regular expression for the character of each state. */
  readonly characters: readonly string[];
  /** By state, the states that may follow, with the number of ways: 1, or 2 for several. */
  readonly follow: readonly ReadonlyMap<number, number>[];
  /** The states at which the pattern may be done, whatever follows. */
  readonly last: ReadonlySet<number>;
}

/** A part's states that may come first and last, and the number of ways in which it matches nothing. */
interface Part {
  readonly first: ReadonlyMap<number, number>;
  readonly last: ReadonlyMap<number, number>;
  readonly ways: number;
}

/** Repetitions up to this number are written out. */
const writtenRepetitions = 9;

/** Larger automata are not made. */
const maximumStates = 400;

/**
 * Makes the automaton of a pattern; undefined when it is too large.
 *
 * @param endlessFrom As many repetitions are taken to have no end. Fewer are written out up to a number; between, they
 *   are taken to be one.
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
      // An engine gives up an iteration that matches nothing.
      return { ...body, ways: minimum === 0 || body.ways > 0 ? 1 : 0 };
    }
    // `a{1,3}` is `a(a(a)?)?`: a further one is only looked for after the one before.
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

/** The sum of both, where the second one counts as often as the number says. */
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
