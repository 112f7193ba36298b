import { expect, test } from "vitest";
import { computeBackoff } from "./backoff.ts";

test("delays grow four-fold from two seconds to six hours, with a fifth of jitter", () => {
  expect([1, 2, 3, 8, 30].map((attempt) => computeBackoff(attempt, undefined, 0.5))).toEqual([
    2_000, 8_000, 32_000, 21_600_000, 21_600_000,
  ]);
  const schedule = [5_000, 300_000];
  expect([1, 2, 3].map((attempt) => computeBackoff(attempt, schedule, 0.5))).toEqual([
    5_000, 300_000, 300_000,
  ]);
  expect([computeBackoff(1, [], 0), computeBackoff(1, [], 1)]).toEqual([1_600, 2_400]);
});
