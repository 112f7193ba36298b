import { expect, test } from "vitest";
import { fc } from "../../../../../../test/support/fast-check.ts";
import { createSlices } from "../../../base/sharing/take-turns.ts";
import { mergeSorted } from "./merge-sorted.ts";

test("joins sorted lists into one, and keeps the order of items that are equal", async () => {
  const lists = fc.array(fc.array(fc.nat(20)));
  await fc.assert(
    fc.asyncProperty(lists, async (given) => {
      const sorted = given.map((list, number) =>
        list.toSorted((a, b) => a - b).map((value) => ({ value, number })),
      );
      const merged = await mergeSorted(sorted, (a, b) => a.value < b.value, createSlices());
      expect(merged).toEqual(sorted.flat().toSorted((a, b) => a.value - b.value));
    }),
  );
});
