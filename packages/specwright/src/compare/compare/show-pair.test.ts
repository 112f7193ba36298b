import { expect, test } from "vitest";
import { showPair } from "./comparison.ts";

const scopes = (count: number): object => ({
  type: "oauth2",
  flows: {
    implicit: {
      authorizationUrl: `https://accounts.example.com/${"long/".repeat(20)}`,
      scopes: Object.fromEntries(Array.from({ length: count }, (_, at) => [`read:${at}`, "Read"])),
    },
  },
});

test("of long values, only the members that differ are shown", () => {
  expect(showPair(scopes(12), scopes(10))).toEqual({
    before: '{"flows":{"implicit":{"scopes":{"read:10":"Read","read:11":"Read"}}}}',
    after: '{"flows":{"implicit":{"scopes":{}}}}',
  });
});

test("of long lists, only the elements that differ are shown", () => {
  const list = Array.from({ length: 100 }, (_, at) => `value ${at}`);
  expect(showPair(list, [...list, "new"])).toEqual({ before: "[]", after: '["new"]' });
});

test("long texts are shown from a little before their first difference", () => {
  const { before, after } = showPair(`${"a".repeat(200)}b`, `${"a".repeat(200)}c`);
  expect(before).toBe(`…${"a".repeat(20)}b"`);
  expect(after).toBe(`…${"a".repeat(20)}c"`);
});

test("short values are shown whole, and an absent one is nothing", () => {
  expect(showPair([1], [1, 2])).toEqual({ before: "[1]", after: "[1,2]" });
  expect(showPair(undefined, scopes(12)).before).toBe("nothing");
});
