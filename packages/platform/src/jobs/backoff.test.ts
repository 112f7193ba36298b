import { expect, test } from "vitest";
import { backoffMs } from "./backoff.ts";

test("delays grow four-fold from two seconds to six hours, with a fifth of jitter", () => {
  expect([1, 2, 3, 8, 30].map((attempt) => backoffMs(attempt, undefined, 0.5))).toEqual([
    2_000, 8_000, 32_000, 21_600_000, 21_600_000,
  ]);
  const schedule = [5_000, 300_000];
  expect([1, 2, 3].map((attempt) => backoffMs(attempt, schedule, 0.5))).toEqual([
    5_000, 300_000, 300_000,
  ]);
  expect([backoffMs(1, [], 0), backoffMs(1, [], 1)]).toEqual([1_600, 2_400]);
});
