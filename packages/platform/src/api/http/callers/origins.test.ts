import type { Answer, Call } from "@specwright/runtime/v1/server";
import { expect, test } from "vitest";
import { createOrigins } from "./origins.ts";

const origins = createOrigins("http://localhost:3000", ["https://app.example.com"]);

/** The part of a call that the rules read. */
function callFrom(origin: string | null, method = "GET"): Call {
  const headers = { get: (name: string) => (name === "origin" ? origin : null) };
  return { method, headers } as unknown as Call;
}

function isAllowed(origin: string | null): boolean {
  try {
    origins.assertAllowed(callFrom(origin));
    return true;
  } catch {
    return false;
  }
}

test("our own origin, loopback's other names, listed ones and none are allowed, and no others", () => {
  const good = [
    null,
    "http://localhost:3000",
    "http://127.0.0.1:3000",
    "http://[::1]:3000",
    "https://app.example.com",
  ];
  expect(good.filter((origin) => !isAllowed(origin))).toEqual([]);
  const bad = [
    "null",
    "http://localhost:3001",
    "https://localhost:3000",
    "https://evil.example",
    "http://app.example.com",
  ];
  expect(bad.filter(isAllowed)).toEqual([]);
});

test("a listed origin may read answers and send preflight requests; other origins get no CORS headers", () => {
  const answerPreflight = (origin: string, method: string): Answer["headers"] => {
    const answer: Answer = { status: 204, headers: { allow: "GET, HEAD" }, body: null };
    origins.addHeaders(answer, callFrom(origin, method));
    return answer.headers;
  };
  expect(answerPreflight("https://app.example.com", "OPTIONS")).toMatchObject({
    "access-control-allow-origin": "https://app.example.com",
    "access-control-allow-methods": "GET, HEAD",
    "access-control-allow-headers": expect.stringContaining("x-api-key"),
    vary: "origin",
  });
  expect(answerPreflight("http://localhost:3000", "OPTIONS")).toEqual({ allow: "GET, HEAD" });
});
