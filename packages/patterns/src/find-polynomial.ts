import type { Alphabet } from "./alphabet.ts";
import type { Loops } from "./find-loops.ts";
import type { PatternAutomaton } from "./pattern-automaton.ts";
import { type Steps, take } from "./steps.ts";

/** How the time grows with the length of a string. */
export interface Polynomial {
  /** The power of the length: 2 is quadratic. */
  readonly degree: number;
  /** A string that can be repeated. Each repetition may be matched by one loop or by the next. */
  readonly repeated: string;
}

/** Two loops that can match the same text, so that its repetitions may be divided between them. */
interface Bridge {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/**
 * The power of a string's length that a backtracking engine may need for an automaton without exponential ambiguity.
 * Undefined when the time is linear.
 *
 * The search looks for a string that leads from a first loop to itself, from there to a second loop, and from the second
 * loop to itself. Repetitions of the text may then be divided between the two loops at any point (infinite ambiguity:
 * Weber and Seidl 1991). Each further loop of this kind on one path adds one to the power. A path counts only if the
 * match can still fail after its last loop, because the engine stops at the first match.
 */
export function findPolynomial(
  automaton: PatternAutomaton,
  alphabet: Alphabet,
  loops: Loops,
  steps: Steps,
): Polynomial | undefined {
  const bridges = findBridges(automaton, alphabet, loops, steps);
  const longest = new Map<Bridge, number>();
  const measureBridge = (bridge: Bridge): number => {
    const known = longest.get(bridge);
    if (known !== undefined) {
      return known;
    }
    // Loops are ordered, so a path never leads back to an earlier one.
    longest.set(bridge, 1);
    let length = 1;
    for (const next of bridges) {
      take(steps);
      const isBehind = next.from === bridge.to || loops.reached[bridge.to]?.has(next.from) === true;
      if (next !== bridge && isBehind && loops.loopOf[next.from] !== loops.loopOf[bridge.from]) {
        length = Math.max(length, 1 + measureBridge(next));
      }
    }
    longest.set(bridge, length);
    return length;
  };
  const [first] = [...bridges].sort((left, right) => measureBridge(right) - measureBridge(left));
  return first === undefined
    ? undefined
    : { degree: measureBridge(first) + 1, repeated: first.text };
}

/** At most one bridge for each pair of loops. */
function findBridges(
  automaton: PatternAutomaton,
  alphabet: Alphabet,
  { loopOf, reached }: Loops,
  steps: Steps,
): readonly Bridge[] {
  const bridges: Bridge[] = [];
  const found = new Set<string>();
  for (const [from, loop] of loopOf.entries()) {
    for (const [to, other] of loopOf.entries()) {
      take(steps);
      const key = `${loop} ${other}`;
      const isWay = loop !== other && reached[from]?.has(to) === true;
      if (loop === undefined || other === undefined || !isWay || found.has(key)) {
        continue;
      }
      const text = findTextBetween(from, to, automaton, alphabet, loopOf, steps);
      if (text !== undefined && mayBeRefused(text, [from, to], automaton, alphabet, steps)) {
        found.add(key);
        bridges.push({ from, to, text });
      }
    }
  }
  return bridges;
}

/**
 * Three simultaneous paths for the same text: around the first loop, from the first loop to the second, and around the
 * second.
 */
interface Triple {
  readonly around: number;
  readonly between: number;
  readonly behind: number;
  readonly text: string;
}

/** A string that leads from the first state to itself, from the first to the second, and from the second to itself. */
function findTextBetween(
  from: number,
  to: number,
  { follow }: PatternAutomaton,
  { shared }: Alphabet,
  loopOf: Loops["loopOf"],
  steps: Steps,
): string | undefined {
  const size = follow.length;
  const seen = new Set<number>();
  const queue: Triple[] = [{ around: from, between: from, behind: to, text: "" }];
  for (const { around, between, behind, text } of queue) {
    for (const nextAround of follow[around]?.keys() ?? []) {
      for (const nextBehind of follow[behind]?.keys() ?? []) {
        take(steps);
        if (loopOf[nextAround] !== loopOf[from] || loopOf[nextBehind] !== loopOf[to]) {
          continue;
        }
        for (const nextBetween of follow[between]?.keys() ?? []) {
          take(steps);
          const character = shared(nextAround, nextBetween, nextBehind);
          if (character === undefined) {
            continue;
          }
          if (nextAround === from && nextBetween === to && nextBehind === to) {
            return text + character;
          }
          const key = (nextAround * size + nextBetween) * size + nextBehind;
          if (!seen.has(key)) {
            seen.add(key);
            queue.push({
              around: nextAround,
              between: nextBetween,
              behind: nextBehind,
              text: text + character,
            });
          }
        }
      }
    }
  }
  return undefined;
}

/**
 * Returns whether a match can still fail after repetitions of a string: they never lead to a state in which the pattern
 * accepts any rest.
 */
function mayBeRefused(
  text: string,
  starts: readonly number[],
  { follow, last }: PatternAutomaton,
  { accepts }: Alphabet,
  steps: Steps,
): boolean {
  const reached = new Set<string>();
  let states = new Set(starts);
  for (;;) {
    for (const character of text) {
      const next = new Set<number>();
      for (const state of states) {
        for (const each of follow[state]?.keys() ?? []) {
          take(steps);
          if (accepts(each, character)) {
            next.add(each);
          }
        }
      }
      if ([...next].some((state) => last.has(state))) {
        return false;
      }
      states = next;
    }
    const key = [...states].sort((left, right) => left - right).join(" ");
    if (reached.has(key)) {
      return true;
    }
    reached.add(key);
  }
}
