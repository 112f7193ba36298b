import { expect, test } from "vitest";
import { createClientAddress } from "./client-address.ts";

const reported: string[] = [];
const onUnnamed = (address: string): void => void reported.push(address);
const of = createClientAddress(["10.0.0.0/8", "fd00::1"], onUnnamed);
const from = (remoteAddress: string, headers: Record<string, string> = {}): string =>
  of({ socket: { remoteAddress }, headers });
const list = (text: string) => ({ "x-forwarded-for": text });
const forwarded = (text: string) => ({ forwarded: text });

test("a caller that is not a trusted proxy is identified by its own address, whatever it says", () => {
  expect(from("203.0.113.9", list("198.51.100.1"))).toBe("203.0.113.9");
  expect(from("::ffff:203.0.113.9", forwarded("for=198.51.100.1"))).toBe("203.0.113.9");
  const none = createClientAddress([], onUnnamed);
  expect(none({ socket: { remoteAddress: "10.0.0.1" }, headers: list("198.51.100.1") })).toBe(
    "10.0.0.1",
  );
});

test("a trusted proxy names the caller, and earlier entries of the caller are ignored", () => {
  expect(from("10.0.0.1", list("198.51.100.1"))).toBe("198.51.100.1");
  expect(from("::ffff:10.0.0.1", list("1.1.1.1, 198.51.100.1, 10.2.3.4"))).toBe("198.51.100.1");
  expect(from("fd00::1", list("2001:db8::5"))).toBe("2001:db8::5");
  expect(from("10.0.0.1", list("198.51.100.1:4711"))).toBe("198.51.100.1");
  expect(from("10.0.0.1", list("10.9.9.9"))).toBe("10.9.9.9");
  expect(from("10.0.0.1")).toBe("10.0.0.1");
});

test("the standard header is read as RFC 7239 writes it", () => {
  expect(
    from("10.0.0.1", forwarded('for=1.1.1.1;proto=http, by=10.0.0.1;For="[2001:db8::5]:4711"')),
  ).toBe("2001:db8::5");
  expect(from("10.0.0.1", forwarded("for=198.51.100.1, for=10.0.0.7"))).toBe("198.51.100.1");
  expect(from("10.0.0.1", forwarded("for=_hidden"))).toBe("10.0.0.1");
  expect(from("10.0.0.1", forwarded("for=unknown, for=10.0.0.7"))).toBe("10.0.0.7");
});

test("a request with both headers is counted by the proxy", () => {
  expect(from("10.0.0.1", { ...list("198.51.100.1"), ...forwarded("for=1.1.1.1") })).toBe(
    "10.0.0.1",
  );
});

test("an address that reports other callers and is not trusted is reported once", () => {
  reported.length = 0;
  const ofNew = createClientAddress(["10.0.0.0/8"], onUnnamed);
  const headers = list("198.51.100.1");
  for (const remoteAddress of ["10.0.0.1", "192.168.0.1", "192.168.0.2"]) {
    ofNew({ socket: { remoteAddress }, headers: {} });
    ofNew({ socket: { remoteAddress }, headers });
  }
  expect(reported).toEqual(["192.168.0.1"]);
});
