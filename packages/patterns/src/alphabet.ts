import { type Steps, take } from "./steps.ts";

/** A set of characters that is large enough to distinguish the states of an automaton. */
export interface Alphabet {
  /** A character that all these states accept. Undefined when none is accepted by all. */
  readonly shared: (...states: readonly number[]) => string | undefined;
  /** Returns whether a state accepts a character of the alphabet. */
  readonly accepts: (state: number, character: string) => boolean;
}

/**
 * Chooses characters that represent all others: ASCII, some of each kind beyond ASCII, and the characters in the
 * pattern.
 *
 * @param sources A regular expression for the character of each state.
 */
export function createAlphabet(sources: readonly string[], flags: string, steps: Steps): Alphabet {
  const named = [...new Set(sources.join(""))].map((character) => character.codePointAt(0) ?? 0);
  const ascii = Array.from({ length: 128 }, (_, code) => code);
  // Letters and digits come first, so that examples are readable.
  const codes = [...new Set([...ascii.slice(97), ...ascii, ...beyondAscii, ...named])];
  const all = codes
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code));
  const sets = new Map<string, ReadonlySet<string>>();
  for (const source of sources) {
    if (!sets.has(source)) {
      take(steps, all.length);
      const expression = new RegExp(`^(?:${source})$`, flags);
      sets.set(source, new Set(all.filter((character) => expression.test(character))));
    }
  }
  const getCharacterSet = (state: number): ReadonlySet<string> =>
    sets.get(sources[state] ?? "") ?? none;
  const known = new Map<string, string | undefined>();
  const findSharedText = (...states: readonly number[]): string | undefined => {
    const [first = none, ...others] = new Set(states.map(getCharacterSet));
    const key = states.map((state) => sources[state]).join("\n");
    if (!known.has(key)) {
      const found = [...first].find((each) => others.every((other) => other.has(each)));
      known.set(key, found);
    }
    return known.get(key);
  };
  return {
    shared: findSharedText,
    accepts: (state, character) => getCharacterSet(state).has(character),
  };
}

const none: ReadonlySet<string> = new Set();

/**
 * One of each kind: letters of either case, a mark, a digit, a sign, a space, a line separator, a letter without case,
 * and an emoji.
 */
const beyondAscii: readonly number[] = [
  0xe9, 0xc9, 0x301, 0x663, 0x20ac, 0xa0, 0x2028, 0x4e2d, 0x1f600, 0x3a9, 0x44f, 0x5d0,
];
