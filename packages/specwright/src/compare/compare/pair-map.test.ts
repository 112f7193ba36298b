import { expect, test } from "vitest";
import { PairMap } from "./pair-map.ts";

test("each pair has its own value, also of objects with several partners", () => {
  const [one, two, three] = [{}, {}, {}];
  const pairs = new PairMap<string>();
  pairs.set(one, two, "one and two");
  pairs.set(one, three, "one and three");
  pairs.set(two, one, "two and one");
  expect(pairs.get(one, two)).toBe("one and two");
  expect(pairs.get(one, three)).toBe("one and three");
  expect(pairs.get(two, one)).toBe("two and one");
  expect([pairs.get(one, one), pairs.get(two, three), pairs.get(three, one)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
