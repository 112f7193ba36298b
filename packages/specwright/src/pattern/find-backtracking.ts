import { type ParsedPattern, parsePattern } from "./parse-pattern.ts";
import { createAutomaton, type PatternAutomaton } from "./pattern-automaton.ts";

/** Why a pattern may take exponential time: a text that can be repeated, each time matched in several ways. */
export interface Backtracking {
  /** Undefined when the pattern is too large to find out. */
  readonly repeated: string | undefined;
}

/**
 * Whether a backtracking engine may take time for a pattern that doubles with every few characters of a text: inside a
 * repetition, the same text can be matched in several ways. Undefined when it cannot. What takes quadratic or cubic
 * time, such as `a*a*$`, is not found; neither is what follows from references to groups.
 *
 * @param pattern A pattern that is valid with these flags.
 */
export function findBacktracking(pattern: string, flags: string): Backtracking | undefined {
  // Only a group that is repeated can be matched in several ways again and again.
  if (!/\)(?:[*+]|\{)/.test(pattern)) {
    return undefined;
  }
  for (const node of partsOf(parsePattern(pattern))) {
    const automaton = createAutomaton(node);
    const found = automaton === undefined ? unknown : search(automaton, flags);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

function partsOf({ node, assertions }: ParsedPattern): readonly ParsedPattern["node"][] {
  return [node, ...assertions];
}

const unknown: Backtracking = { repeated: undefined };

/** Steps of the search, of which a million take about a tenth of a second. */
const maximumSteps = 1_000_000;

/** Two ways through the automaton for the same text, and whether they have been different yet. */
interface Pair {
  readonly left: number;
  readonly right: number;
  readonly differs: boolean;
  readonly text: string;
}

function search({ characters, follow }: PatternAutomaton, flags: string): Backtracking | undefined {
  const shared = sharedCharacters(characters, flags);
  const loops = findLoops(follow);
  const size = characters.length;
  let steps = 0;
  for (let start = 0; start < size; start += 1) {
    const loop = loops[start];
    if (loop === undefined) {
      continue;
    }
    const seen = new Set<number>();
    const queue: Pair[] = [{ left: start, right: start, differs: false, text: "" }];
    for (const { left, right, differs, text } of queue) {
      for (const [nextLeft, ways] of follow[left] ?? []) {
        for (const nextRight of follow[right]?.keys() ?? []) {
          steps += 1;
          if (steps > maximumSteps) {
            return unknown;
          }
          const character = shared(nextLeft, nextRight);
          if (character === undefined || loops[nextLeft] !== loop || loops[nextRight] !== loop) {
            continue;
          }
          const isOther = differs || nextLeft !== nextRight || (left === right && ways > 1);
          if (isOther && nextLeft === start && nextRight === start) {
            return { repeated: text + character };
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

/** Characters that stand for all others: those of ASCII, some of each kind beyond, and what the pattern names. */
function sharedCharacters(
  sources: readonly string[],
  flags: string,
): (left: number, right: number) => string | undefined {
  const named = [...sources.join("")].map((character) => character.codePointAt(0) ?? 0);
  const ascii = Array.from({ length: 128 }, (_, code) => code);
  // Letters and digits come first, so that examples can be read.
  const codes = [...new Set([...ascii.slice(97), ...ascii, ...beyondAscii, ...named])];
  const all = codes
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code));
  const sets = new Map<string, readonly boolean[]>();
  for (const source of sources) {
    if (!sets.has(source)) {
      const expression = new RegExp(`^(?:${source})$`, flags);
      sets.set(
        source,
        all.map((character) => expression.test(character)),
      );
    }
  }
  const known = new Map<string, string | undefined>();
  return (left, right) => {
    const [one = "", other = ""] = [sources[left], sources[right]];
    const key = `${one}\n${other}`;
    if (!known.has(key)) {
      const index = all.findIndex(
        (_, at) => sets.get(one)?.[at] === true && sets.get(other)?.[at] === true,
      );
      known.set(key, index < 0 ? undefined : all[index]);
    }
    return known.get(key);
  };
}

/** A letter of either case, a mark, a digit, a sign, a space, a line separator, a letter of no case and an emoji. */
const beyondAscii: readonly number[] = [
  0xe9, 0xc9, 0x301, 0x663, 0x20ac, 0xa0, 0x2028, 0x4e2d, 0x1f600, 0x3a9, 0x44f, 0x5d0,
];

/** By state, the loop that it is part of, if any: its strongly connected component, found by what reaches what. */
function findLoops(follow: PatternAutomaton["follow"]): readonly (number | undefined)[] {
  const reached = follow.map((_, start) => {
    const seen = new Set<number>();
    const queue = [start];
    for (const state of queue) {
      for (const next of follow[state]?.keys() ?? []) {
        if (!seen.has(next)) {
          seen.add(next);
          queue.push(next);
        }
      }
    }
    return seen;
  });
  return reached.map((states, state) =>
    states.has(state)
      ? Math.min(...[...states].filter((other) => reached[other]?.has(state) === true))
      : undefined,
  );
}
