import { createSecretKey, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createKeyCache } from "./key-cache.ts";

const key = { version: 1, key: createSecretKey(randomBytes(32)) };
const open = (row: string, envelope = "v1.1.text") => ({
  place: { ownerId: "proj_1", table: "connected_accounts", row, field: "secrets", version: 1 },
  envelope,
  value: { row },
});

test("a key and its opened envelopes are kept for a minute", () => {
  let now = 0;
  const cache = createKeyCache(() => now);
  cache.set("proj_1", 1, key);
  const opened = open("ca_1");
  cache.keepOpened(opened);
  now = 59_999;
  expect(cache.findOpened(opened.place, opened.envelope)).toBe(opened);
  now = 60_000;
  expect(cache.findOpened(opened.place, opened.envelope)).toBeUndefined();
  expect(cache.get("proj_1", 1)).toBeUndefined();
});

test("without its owner's key nothing is kept, and neither is a long envelope", () => {
  const cache = createKeyCache();
  const early = open("ca_1");
  cache.keepOpened(early);
  cache.set("proj_1", 1, key);
  const long = open("ca_2", "x".repeat(10_000));
  cache.keepOpened(long);
  expect(cache.findOpened(early.place, early.envelope)).toBeUndefined();
  expect(cache.findOpened(long.place, long.envelope)).toBeUndefined();
});

test("the number of kept values has a limit, also when rows are opened again", () => {
  const cache = createKeyCache();
  cache.set("proj_1", 1, key);
  const first = open("ca_0");
  const isKept = () => cache.findOpened(first.place, first.envelope) !== undefined;
  for (let count = 0; count < 20_000; count += 1) {
    cache.keepOpened(first);
  }
  expect(isKept()).toBe(true);
  for (let count = 1; count < 5_000; count += 1) {
    cache.keepOpened(open(`ca_${count}`));
  }
  expect(isKept()).toBe(true);
  cache.keepOpened(open("ca_5000"));
  expect(isKept()).toBe(false);
});
