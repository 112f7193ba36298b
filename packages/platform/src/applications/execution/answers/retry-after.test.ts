import { expect, it } from "vitest";
import { readRetryAfterSeconds } from "./retry-after.ts";

const now = Date.UTC(2026, 1, 6, 12);

it.each([
  [{ "retry-after": "17" }, 17],
  [{ "retry-after": "Fri, 06 Feb 2026 12:00:30 GMT" }, 30],
  [{ "retry-after": "Fri, 06 Feb 2026 13:00:30 GMT", date: "Fri, 06 Feb 2026 13:00:00 GMT" }, 30],
  [{ "retry-after": "Fri, 06 Feb 2026 11:00:00 GMT" }, 0],
  [{ "x-ratelimit-reset": String(now / 1_000 + 60) }, 60],
  [{ "x-ratelimit-reset": "1770382860", date: "Fri, 06 Feb 2026 13:00:00 GMT" }, 60],
  [{ "x-ratelimit-reset": "45" }, 45],
  [{ "retry-after": "soon" }, undefined],
  [{}, undefined],
])("reads the time to wait of %j as %s", (headers, seconds) => {
  expect(readRetryAfterSeconds(new Headers(Object.entries(headers)), now)).toBe(seconds);
});
