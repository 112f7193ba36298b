import { expect, test } from "vitest";
import { buildModelFrom } from "../../../test/build-model-from.ts";
import type { Server } from "./model.ts";
import { findBaseAddress, resolveOwnAddress } from "./server-address.ts";

const base = "https://api.example.com/v1";

function server(url: string, defaults: Readonly<Record<string, string>> = {}): Server {
  const variables = Object.entries(defaults).map(
    ([name, value]) => [name, { default: value }] as const,
  );
  return { url, variables: new Map(variables) };
}

test.each([
  ["https://{region}.example.com/", { region: "eu" }, "https://eu.example.com"],
  ["/v2", {}, "https://api.example.com/v2"],
  ["../{version}", { version: "v3" }, "https://api.example.com/v3"],
  ["uploads", {}, "https://api.example.com/v1/uploads"],
  ["//files.example.com/x", {}, "https://files.example.com/x"],
])("%s is an address", (url, defaults, address) => {
  expect(resolveOwnAddress(server(url, defaults), base)).toBe(address);
});

test.each([
  "https://{region}.example.com",
  "wss://example.com",
  "javascript:alert(1)",
  "{host}/x",
  "https://[",
])("%s is not resolved", (url) => {
  expect(resolveOwnAddress(server(url), base)).toBeUndefined();
});

test("a relative address needs the document's", () => {
  expect(resolveOwnAddress(server("/v2"), findBaseAddress([server("/api")]))).toBeUndefined();
  expect(resolveOwnAddress(server("https://a.example"), undefined)).toBe("https://a.example");
});

test("an operation's server replaces its path item's, and the server of the document is not its own", () => {
  const get = (url?: string): object => ({
    ...(url === undefined ? {} : { servers: [{ url }] }),
    responses: { 200: { description: "" } },
  });
  const { operations } = buildModelFrom({
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    servers: [{ url: base }],
    paths: {
      "/a": { servers: [{ url: "https://path.example" }], get: get(), put: get("/own") },
      "/b": { get: get(`${base}/`), put: get() },
    },
  });
  expect(operations.map((operation) => operation.server)).toEqual([
    "https://path.example",
    "https://api.example.com/own",
    undefined,
    undefined,
  ]);
});
