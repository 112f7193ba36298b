import { createMockData, drawNumber } from "../../packages/runtime/src/v1/mocks/data.ts";

/** True in a run of `npm run soak`. */
const isSoak = process.env.SOAK === "1";

/** Chooses how many cases a suite tries: `few` in `npm test` and `npm run test:long`, and `all` in `npm run soak`. */
export function chooseAmount<Amount>(few: Amount, all: Amount): Amount {
  return isSoak ? all : few;
}

/**
 * The seed of tests with random values. It is the same in each run, so that a failure is caused by a change. `SPECWRIGHT_SEED`
 * changes it; `npm run soak` draws one and prints it.
 */
export const seed: number = Number(process.env.SPECWRIGHT_SEED ?? 1);

/**
 * Makes a generator of numbers from 0 up to 1, which tests use instead of `Math.random()`. Each generator from the same
 * number gives the same numbers.
 *
 * @param from Default: the seed of the run.
 *
 * ```ts
 * const random = createRandom();
 * const index = Math.floor(random() * items.length);
 * ```
 */
export function createRandom(from: number = seed): () => number {
  const data = createMockData({ seed: from });
  return () => drawNumber(data);
}
