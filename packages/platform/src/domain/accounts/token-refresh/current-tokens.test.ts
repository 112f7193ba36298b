import { expect, test } from "vitest";
import type { AccountRow } from "../connected-accounts/account-rows.ts";
import { type Need, selectCurrentTokens } from "./current-tokens.ts";

const token = { access_token: "t" };

/** Returns whether tokens are good enough that live for so many seconds and have so many left. */
function areGood(
  left: number | null,
  { life = 3_600, version = 3, need }: { life?: number; version?: number; need?: Need } = {},
): boolean {
  // The function reads these columns alone.
  const row = { version, effective_status: "ACTIVE", tokens_left_ms: left } as AccountRow;
  return selectCurrentTokens(row, { ...token, expires_in: life }, need) !== undefined;
}

test("tokens are good for longer than a minute", () => {
  expect(areGood(60_001)).toBe(true);
  expect(areGood(60_000)).toBe(false);
  expect(areGood(null)).toBe(true);
});

test("tokens that live shortly are good for half of their life, so that they are not refreshed before each call", () => {
  expect(areGood(30_001, { life: 60 })).toBe(true);
  expect(areGood(30_000, { life: 60 })).toBe(false);
  expect(areGood(59_000, { life: 60, need: { marginMs: 10_000 } })).toBe(true);
  expect(areGood(10_000, { life: 60, need: { marginMs: 10_000 } })).toBe(false);
});

test("tokens of a later version are good however soon they expire, and refused ones never", () => {
  expect(areGood(1, { need: { marginMs: 60_000, readVersion: 2 } })).toBe(true);
  expect(areGood(1, { need: { marginMs: 60_000, readVersion: 3 } })).toBe(false);
  expect(areGood(null, { need: { marginMs: 60_000, refusedVersion: 3 } })).toBe(false);
});
