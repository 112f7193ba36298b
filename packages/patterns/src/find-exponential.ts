import type { Alphabet } from "./alphabet.ts";
import type { Loops } from "./find-loops.ts";
import type { PatternAutomaton } from "./pattern-automaton.ts";
import { type Steps, take } from "./steps.ts";

/** Two paths through the automaton for the same text, and whether they have differed so far. */
interface Pair {
  readonly left: number;
  readonly right: number;
  readonly differs: boolean;
  readonly text: string;
}

/**
 * A string that leads from a state back to itself on two different paths. Each repetition of the text then doubles the
 * number of paths. Undefined when no text does this. This is exponential ambiguity (Weber and Seidl 1991).
 */
export function findExponential(
  { follow }: PatternAutomaton,
  { shared }: Alphabet,
  { loopOf }: Loops,
  steps: Steps,
): string | undefined {
  const size = follow.length;
  for (const [start, loop] of loopOf.entries()) {
    if (loop === undefined) {
      continue;
    }
    const seen = new Set<number>();
    const queue: Pair[] = [{ left: start, right: start, differs: false, text: "" }];
    for (const { left, right, differs, text } of queue) {
      for (const [nextLeft, ways] of follow[left] ?? []) {
        for (const nextRight of follow[right]?.keys() ?? []) {
          take(steps);
          if (loopOf[nextLeft] !== loop || loopOf[nextRight] !== loop) {
            continue;
          }
          const character = shared(nextLeft, nextRight);
          if (character === undefined) {
            continue;
          }
          const isOther = differs || nextLeft !== nextRight || (left === right && ways > 1);
          if (isOther && nextLeft === start && nextRight === start) {
            return text + character;
          }
          const key = (nextLeft * size + nextRight) * 2 + (isOther ? 1 : 0);
          if (!seen.has(key)) {
            seen.add(key);
            queue.push({
              left: nextLeft,
              right: nextRight,
              differs: isOther,
              text: text + character,
            });
          }
        }
      }
    }
  }
  return undefined;
}
