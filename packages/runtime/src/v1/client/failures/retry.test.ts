import { afterEach, describe, expect, test, vi } from "vitest";
import { delayBefore, readRetryAfter } from "./retry.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

describe("the wait before the next attempt", () => {
  test("is anything up to a bound that doubles from 250 ms to 8 s", () => {
    vi.spyOn(Math, "random").mockReturnValue(1);
    expect([1, 2, 3, 4, 5, 6, 7, 20].map((made) => delayBefore(made, undefined))).toEqual([
      250, 500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000,
    ]);
    vi.spyOn(Math, "random").mockReturnValue(0);
    expect(delayBefore(5, undefined)).toBe(0);
  });

  test("adds to the time that Retry-After asks for", () => {
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    const response = new Response(null, { status: 503, headers: { "retry-after": "2" } });
    expect(delayBefore(1, response)).toBe(2_125);
  });
});

describe("Retry-After", () => {
  const read = (headers: Record<string, string>): number => readRetryAfter(new Headers(headers));

  test("is read in seconds, and as a date by the clock of the answer", () => {
    const date = "Sat, 21 Nov 2026 10:00:00 GMT";
    expect(read({ "retry-after": " 120 " })).toBe(120_000);
    expect(read({ "retry-after": "Sat, 21 Nov 2026 10:00:30 GMT", date })).toBe(30_000);
    expect(read({ "retry-after": "Sat, 21 Nov 2026 09:00:00 GMT", date })).toBe(0);
  });

  test.each(["", "soon", "-5", "1.5"])("counts as absent when it is %j", (text) => {
    expect(read({ "retry-after": text })).toBe(0);
  });
});
