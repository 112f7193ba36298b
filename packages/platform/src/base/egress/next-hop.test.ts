import { expect, test } from "vitest";
import { followRedirect } from "./next-hop.ts";

const from = new URL("https://app.example/a");

/** The names of the headers that a redirect to an address gets. */
function listKept(location: string): readonly string[] | undefined {
  const headers = new Headers({ accept: "*/*", authorization: "Bearer x", "x-api-key": "k" });
  const response = { status: 307, headers: new Headers({ location }) };
  const next = followRedirect(response, from, { method: "GET", headers, body: null });
  return next && [...next.hop.headers.keys()];
}

test.each(["/b", "https://app.example:443/b", "//app.example/b"])(
  "a redirect to the same origin keeps the credentials: %s",
  (location) => {
    expect(listKept(location)).toEqual(["accept", "authorization", "x-api-key"]);
  },
);

test.each([
  "https://app.example:8443/b",
  "http://app.example/b",
  "https://app.example.evil.example/b",
  "https://sub.app.example/b",
])("a redirect to another origin gets no credentials: %s", (location) => {
  expect(listKept(location)).toEqual(["accept"]);
});
