import type { PatternAutomaton } from "./pattern-automaton.ts";
import { type Steps, take } from "./steps.ts";

/** The loops of an automaton. */
export interface Loops {
  /** For each state, the loop that contains it, if any: its strongly connected component, identified by its first state. */
  readonly loopOf: readonly (number | undefined)[];
  /** For each state, the states that can be reached from it. */
  readonly reached: readonly ReadonlySet<number>[];
}

/** Finds the loops, based on the states that each state can reach. */
export function findLoops(follow: PatternAutomaton["follow"], steps: Steps): Loops {
  const reached = follow.map((_, start) => {
    const seen = new Set<number>();
    const queue = [start];
    for (const state of queue) {
      for (const next of follow[state]?.keys() ?? []) {
        take(steps);
        if (!seen.has(next)) {
          seen.add(next);
          queue.push(next);
        }
      }
    }
    return seen;
  });
  const loopOf = reached.map((states, state) =>
    states.has(state)
      ? [...states].reduce(
          (least, other) => (other < least && reached[other]?.has(state) === true ? other : least),
          state,
        )
      : undefined,
  );
  return { loopOf, reached };
}
