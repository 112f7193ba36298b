import { expect, test } from "vitest";
import { searchUseCases, shareWithin } from "./score.ts";
import { laterUseCases, unseenUseCases, useCases } from "./use-cases.ts";

test("the right tool is first for 80 % of the use cases, and among the first five for 97 %", async () => {
  expect(useCases).toHaveLength(150);
  expect(new Set(useCases.map(([words]) => words)).size).toBe(150);
  const searched = await searchUseCases(useCases);
  expect(shareWithin(searched, 1)).toBeGreaterThanOrEqual(0.8);
  expect(shareWithin(searched, 5)).toBeGreaterThanOrEqual(0.97);
  expect(new Set(searched.map(({ toolkit }) => toolkit)).size).toBe(8);
});

test("use cases that were written later come close: 76.2 % and 90.5 % of 42", async () => {
  const searched = await searchUseCases(laterUseCases);
  expect(shareWithin(searched, 1)).toBeGreaterThanOrEqual(0.75);
  expect(shareWithin(searched, 5)).toBeGreaterThanOrEqual(0.9);
});

test("use cases whose misses nobody has seen fall short of the goal: 52.4 % and 78.6 % of 42", async () => {
  const searched = await searchUseCases(unseenUseCases);
  expect(shareWithin(searched, 1)).toBeGreaterThanOrEqual(0.5);
  expect(shareWithin(searched, 5)).toBeGreaterThanOrEqual(0.75);
});
