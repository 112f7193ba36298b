import { expect, test } from "vitest";
import { firstFree } from "./first-free.ts";

test("a free name stays as it is, and a taken one gets the first free number from 2 on", () => {
  const taken = new Set(["pet", "cat", "cat2", "cat_2"]);
  const isTaken = (name: string): boolean => taken.has(name);
  expect(firstFree("dog", isTaken)).toBe("dog");
  expect(firstFree("pet", isTaken)).toBe("pet2");
  expect(firstFree("cat", isTaken)).toBe("cat3");
  expect(firstFree("cat", isTaken, "_")).toBe("cat_3");
});
