import { expect, test } from "vitest";
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

test("use cases that were written later, and then seen, come close: 83.3 % and 97.6 %, 73.8 % and 95.2 %", async () => {
  const later = await searchUseCases(laterUseCases);
  expect(shareWithin(later, 1)).toBeGreaterThanOrEqual(0.8);
  expect(shareWithin(later, 5)).toBeGreaterThanOrEqual(0.95);
  const third = await searchUseCases(thirdUseCases);
  expect(shareWithin(third, 1)).toBeGreaterThanOrEqual(0.7);
  expect(shareWithin(third, 5)).toBeGreaterThanOrEqual(0.93);
});

test("of use cases whose misses nobody has seen, 66.7 % are first, and 98.3 % of 60 among the first five", async () => {
  expect(freshUseCases).toHaveLength(60);
  const searched = await searchUseCases(freshUseCases);
  expect(shareWithin(searched, 1)).toBeGreaterThanOrEqual(0.64);
  expect(shareWithin(searched, 5)).toBeGreaterThanOrEqual(0.97);
});
