import { expect, test } from "vitest";
import { judgingUseCases } from "./judging-use-cases.ts";
import { searchUseCases, shareWithin } from "./score.ts";
import { freshUseCases, laterUseCases, thirdUseCases, useCases } from "./use-cases.ts";

test("the right tool is first for 80 % of the use cases, and among the first five for 97 %", async () => {
  expect(useCases).toHaveLength(150);
  expect(new Set(useCases.map(([words]) => words)).size).toBe(150);
  const searched = await searchUseCases(useCases);
  expect(shareWithin(searched, 1)).toBeGreaterThanOrEqual(0.8);
  expect(shareWithin(searched, 5)).toBeGreaterThanOrEqual(0.97);
  expect(new Set(searched.map(({ toolkit }) => toolkit)).size).toBe(8);
});

test("the same holds for use cases that were written later, and then seen", async () => {
  const later = await searchUseCases(laterUseCases);
  expect(shareWithin(later, 1)).toBeGreaterThanOrEqual(0.8);
  expect(shareWithin(later, 5)).toBeGreaterThanOrEqual(0.97);
  const third = await searchUseCases(thirdUseCases);
  expect(shareWithin(third, 1)).toBeGreaterThanOrEqual(0.8);
  expect(shareWithin(third, 5)).toBeGreaterThanOrEqual(0.97);
});

test("of use cases whose misses nobody has seen, the right tool is first for 80 % too, and among the first five for 97 %", async () => {
  expect(freshUseCases).toHaveLength(60);
  const searched = await searchUseCases(freshUseCases);
  expect(shareWithin(searched, 1)).toBeGreaterThanOrEqual(0.8);
  expect(shareWithin(searched, 5)).toBeGreaterThanOrEqual(0.97);
});

test("and so it does for 150 use cases that were committed before the phrases were written", async () => {
  expect(judgingUseCases).toHaveLength(150);
  const searched = await searchUseCases(judgingUseCases);
  expect(shareWithin(searched, 1)).toBeGreaterThanOrEqual(0.8);
  expect(shareWithin(searched, 5)).toBeGreaterThanOrEqual(0.97);
});
