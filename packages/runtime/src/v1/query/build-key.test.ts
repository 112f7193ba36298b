import { hashKey, partialMatchKey } from "@tanstack/query-core";
import { expect, test } from "vitest";
import { createTransport } from "../client.ts";
import { buildKey, buildQuery, matchInput } from "../query.ts";

const transport = createTransport({ baseUrl: "http://localhost" });

test("a key is the beginning of the keys of all calls that it describes", () => {
  const { queryKey } = buildQuery(["pets", "getPet"], async () => 1, transport, { id: 1, a: "x" });
  expect(partialMatchKey(queryKey, buildKey("pets"))).toBe(true);
  expect(partialMatchKey(queryKey, buildKey("pets", "getPet"))).toBe(true);
  expect(partialMatchKey(queryKey, buildKey("pets", "getPet", { id: 1 }))).toBe(true);
  expect(partialMatchKey(queryKey, buildKey("pets", "getPet", { id: 2 }))).toBe(false);
  expect(partialMatchKey(queryKey, buildKey("pets", "listPets"))).toBe(false);
});

test("big integers and dates can be members of inputs", () => {
  const input = { id: 9_007_199_254_740_993n, since: new Date(0) };
  const { queryKey } = buildQuery(["pets", "getPet"], async () => 1, transport, input);
  expect(hashKey(queryKey)).toContain("9007199254740993");
  expect(partialMatchKey(queryKey, buildKey("pets", "getPet", { id: input.id }))).toBe(true);
  const other = buildKey("pets", "getPet", { since: new Date(1) });
  expect(partialMatchKey(queryKey, other)).toBe(false);
  expect(matchInput({ id: input.id })({ queryKey })).toBe(true);
  expect(matchInput({ since: new Date(1) })({ queryKey })).toBe(false);
});

test("members without a value are not in a key", () => {
  const { queryKey } = buildQuery(["a", "b"], async () => 1, transport, { id: undefined });
  expect(queryKey).toEqual(["a", "b", {}]);
});
