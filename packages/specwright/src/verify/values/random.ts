/** Random numbers that a seed decides. */
export interface Random {
  /** From 0 up to 1. */
  readonly draw: () => number;
  /** Both bounds are included. */
  readonly drawInteger: (minimum: number, maximum: number) => number;
  /** @returns undefined for an empty list */
  readonly pick: <T>(list: readonly T[]) => T | undefined;
  readonly drawChance: (probability: number) => boolean;
}

/**
 * Random numbers for a seed and words. They are the same for the same arguments on every machine. With the name of an
 * operation among the words, the values of the operation do not depend on the operations before it.
 */
export function createRandom(seed: number, ...words: readonly string[]): Random {
  let state = hash(`${seed} ${words.join(" ")}`);
  const drawNext = (): number => {
    // A linear congruential generator modulo 2^32 (Knuth). The high bits are mixed into the low ones.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return ((state ^ (state >>> 15)) >>> 0) / 2 ** 32;
  };
  const drawInteger = (minimum: number, maximum: number): number =>
    minimum + Math.floor(drawNext() * (maximum - minimum + 1));
  return {
    draw: drawNext,
    drawInteger,
    pick: (list) => list[drawInteger(0, list.length - 1)],
    drawChance: (probability) => drawNext() < probability,
  };
}

/** FNV-1a over UTF-16 units. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}
