import { randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import { expect, test } from "vitest";
import { createSecretBox, type OpenedEnvelopes } from "./secret-box.ts";

const key = randomBytes(32);
const place = (row: string) => ({
  ownerId: "proj_1",
  table: "connected_accounts",
  row,
  field: "secrets",
  version: 1,
});

function createBox(opened: OpenedEnvelopes) {
  return createSecretBox("proj_1", [{ version: 1, unwrap: () => key }], opened);
}

test("a box keeps its opened values, and another box of the same owner opens it anew", () => {
  const opened: OpenedEnvelopes = new LRUCache({ max: 10 });
  const box = createBox(opened);
  const envelope = box.seal(place("ca_1"), '{"a":{"b":1}}');
  const value = box.open(place("ca_1"), envelope);
  expect(box.open(place("ca_1"), envelope)).toBe(value);
  expect(createBox(opened).open(place("ca_1"), envelope)).not.toBe(value);
});

test("a long envelope is opened each time", () => {
  const box = createBox(new LRUCache({ max: 10 }));
  const envelope = box.seal(place("ca_1"), JSON.stringify({ token: "x".repeat(10_000) }));
  const value = box.open(place("ca_1"), envelope);
  expect(box.open(place("ca_1"), envelope)).toEqual(value);
  expect(box.open(place("ca_1"), envelope)).not.toBe(value);
});

test("a key that cannot be unwrapped is asked for only when an envelope needs it", () => {
  const lost = (): Buffer => {
    throw new Error("lost");
  };
  const keys = [
    { version: 2, unwrap: () => key },
    { version: 1, unwrap: lost },
  ];
  const box = createSecretBox("proj_1", keys, new LRUCache({ max: 10 }));
  expect(box.read(place("ca_1"), box.seal(place("ca_1"), "1"))).toBe("1");
  const old = createBox(new LRUCache({ max: 10 })).seal(place("ca_1"), "1");
  expect(() => box.read(place("ca_1"), old)).toThrow("lost");
});
