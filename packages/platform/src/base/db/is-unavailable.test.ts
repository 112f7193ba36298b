import { expect, test } from "vitest";
import { isUnavailable } from "./is-unavailable.ts";

const withCode = (code: string): Error => Object.assign(new Error("refused"), { code });

test.each([
  ["57P01", "the server is stopped"],
  ["53300", "the server has no connection left"],
  ["53100", "its disk is full"],
  ["53200", "it is out of memory"],
  ["57014", "a statement took too long, or was cancelled"],
  ["25006", "the server only reads, as a standby does until it is promoted"],
  ["40P01", "it undid the transaction for another one, also when that was run once more"],
  ["40001", "it could not put the transaction in an order with others"],
  ["ECONNREFUSED", "nothing listens"],
  ["ENOSPC", "a local disk is full"],
])("%s means that the database cannot answer now: %s", (code) => {
  expect(isUnavailable(withCode(code))).toBe(true);
});

test.each(["23505", "42P01", "22021"])("%s is our mistake and not an outage", (code) => {
  expect(isUnavailable(withCode(code))).toBe(false);
});
