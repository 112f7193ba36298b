/** True in a run of `npm run soak`. */
const isSoak = process.env.SOAK === "1";

/** Chooses how many cases a suite tries: `few` in `npm test` and `npm run test:long`, and `all` in `npm run soak`. */
export function chooseAmount<Amount>(few: Amount, all: Amount): Amount {
  return isSoak ? all : few;
}

/**
 * The seed of tests with random values: the same in each run, so that a failure is caused by a change. `npm run soak --
 * random` uses another one each time, and `FUZZ_SEED` repeats a run.
 */
export const seed: number = Number(process.env.FUZZ_SEED ?? (isSoak ? Date.now() % 2 ** 31 : 1));
