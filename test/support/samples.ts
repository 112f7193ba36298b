/** True in a run of `npm run test:long`. */
const isLong = process.env.LONG_TESTS === "1";

/**
 * Chooses how many cases a suite called `*.sampled.test.ts` tries: `few` in `npm test`, and `all` in `npm run
 * test:long`, which runs these suites again.
 */
export function chooseAmount<Amount>(few: Amount, all: Amount): Amount {
  return isLong ? all : few;
}
