import { expect, test } from "vitest";
import { chooseAmount } from "../../../../test/support/samples.ts";
import { compareRandomEdits } from "../../test/watching/compare-random-edits.ts";

test.each(Array.from({ length: chooseAmount(3, 8) }, (_, index) => index + 10))(
  "after any edits, a session generates the same files as a new run (%i)",
  async (seed) => {
    const options = seed % 4 === 0 ? { readWriteSplit: false, defaultNonNullable: true } : {};
    const { failed, changed } = await compareRandomEdits(seed, options);
    expect(failed + changed).toBeGreaterThan(10);
  },
);
