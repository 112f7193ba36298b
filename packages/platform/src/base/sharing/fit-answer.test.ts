import { expect, test } from "vitest";
import { countJsonBytes, takeFitting } from "./fit-answer.ts";

test("items that fit into an answer are taken, in bytes of their JSON, and at least one", () => {
  expect(takeFitting([])).toEqual([]);
  expect(takeFitting(["a".repeat(5_000_000), "b"])).toHaveLength(1);
  for (const character of ["a", "ä", "\u0000", "\ud800", "😀"]) {
    const items = Array.from({ length: 1_000 }, () => ({ text: character.repeat(3_000) }));
    const taken = takeFitting(items);
    expect(countJsonBytes(taken)).toBeLessThan(4_000_000);
    const isAll = taken.length === items.length;
    expect(isAll || countJsonBytes(items.slice(0, taken.length + 3)) > 3_900_000).toBe(true);
  }
});

test("a list that is certainly short is taken as it is", () => {
  const items = Array.from({ length: 1_000 }, (_, index) => ({ id: index }));
  expect(takeFitting(items)).toEqual(items);
  expect(takeFitting(items, 100).length).toBeLessThan(15);
});
