import { LRUCache } from "lru-cache";
/** Keys that this process has not seen, from addresses that have used up their window. */
export interface Strangers {
  /**
   * Lets a key wait for the next look-up of strangers.
   *
   * @returns false at once for a key that was wrong before, which is refused without a look-up
   */
  admit(hash: string): Promise<boolean>;
  /** Remembers that a key is wrong. */
  noteWrong(hash: string): void;
}

/** Milliseconds between two look-ups. */
const turnMs = 250;

/** The number of hashes of wrong keys that are remembered, about 1 MB. */
const mostWrongKeys = 10_000;

/**
 * Creates the rule for strangers. A key is not refused because somebody else at its address guessed: behind a proxy that
 * `PLATFORM_TRUSTED_PROXIES` does not name, that is everybody. It waits instead for the next turn, and all keys of a turn
 * are looked up together (`findApiKey`: 500 a statement).
 *
 * - However many keys are guessed, the database has four look-ups a second from them, and each connection has one key in a
 *   look-up, because its requests are answered one at a time.
 * - A good key is let in after a quarter of a second at most, and is known from then on.
 * - A wrong key is looked up once: keys are random, so a wrong one never becomes a good one.
 *
 * A budget of look-ups for each prefix of keys would let guessers in too, who choose their prefixes; one for all strangers
 * would be used up by them.
 */
export function createStrangers(): Strangers {
  const wrong = new LRUCache<string, true>({ max: mostWrongKeys });
  let turn: Promise<void> | undefined;
  return {
    admit: async (hash) => {
      if (wrong.has(hash)) {
        return false;
      }
      turn ??= new Promise((resolve) => {
        setTimeout(() => {
          turn = undefined;
          resolve();
        }, turnMs);
      });
      await turn;
      return true;
    },
    noteWrong: (hash) => {
      wrong.set(hash, true);
    },
  };
}
