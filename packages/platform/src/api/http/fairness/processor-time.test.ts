import { expect, test } from "vitest";
import { trackProcessorTime } from "./processor-time.ts";

test("a caller that has used up its processor time is refused until the window ends, and others are not", () => {
  let now = 0;
  const time = trackProcessorTime(1_000, () => now);
  time.add("one", 999);
  time.assertLeft("one");
  time.add("one", 1);
  now = 12_000;
  expect(() => time.assertLeft("one")).toThrow(
    expect.objectContaining({ slug: "Request_RateLimited", retryAfterSeconds: 48 }),
  );
  time.assertLeft("two");
  expect(time.read("one")).toEqual({
    limitMs: 1_000,
    usedMs: 1_000,
    resetSeconds: 48,
    windowSeconds: 60,
  });
  now = 60_000;
  time.assertLeft("one");
  expect(time.read("one")).toMatchObject({ usedMs: 0, resetSeconds: 60 });
});
