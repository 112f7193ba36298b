import { expect, test } from "vitest";
import { findFirstFree } from "./first-free.ts";

test("a free name stays as it is, and a taken one gets the first free number from 2 on", () => {
  const taken = new Set(["pet", "cat", "cat2", "cat_2"]);
  const isTaken = (name: string): boolean => taken.has(name);
  expect(findFirstFree("dog", isTaken)).toBe("dog");
  expect(findFirstFree("pet", isTaken)).toBe("pet2");
  expect(findFirstFree("cat", isTaken)).toBe("cat3");
  expect(findFirstFree("cat", isTaken, { separator: "_" })).toBe("cat_3");
});

test("a name that many want is given out with rising numbers", () => {
  const taken = new Set(["pet", "pet3"]);
  const last = new Map<string, number>();
  const names = Array.from({ length: 4 }, () => {
    const name = findFirstFree("pet", (candidate) => taken.has(candidate), { last });
    taken.add(name);
    return name;
  });
  expect(names).toEqual(["pet2", "pet4", "pet5", "pet6"]);
});

test("over a thousand names that differ only by a number are refused where people work with them", () => {
  const taken = new Set<string>();
  const last = new Map<string, number>();
  const give = (): string => {
    const name = findFirstFree("pet", (candidate) => taken.has(candidate), {
      last,
      isLimited: true,
    });
    taken.add(name);
    return name;
  };
  const names = Array.from({ length: 1000 }, give);
  expect(names.at(-1)).toBe("pet1000");
  expect(give).toThrow("Over 1000 names");
  expect(findFirstFree("pet", (candidate) => taken.has(candidate), { last })).toBe("pet1001");
});
