import { expect, test } from "vitest";
import { createLookup, judgeAddress } from "./nearness.ts";

test.each([
  ["8.8.8.8", 0],
  ["2606:4700:4700::1111", 0],
  ["::ffff:8.8.8.8", 0],
  ["10.1.2.3", 1],
  ["100.100.100.200", 1],
  ["172.31.0.1", 1],
  ["192.168.1.1", 1],
  ["fd00::1", 1],
  ["::ffff:192.168.1.1", 1],
  ["127.0.0.1", 2],
  ["127.8.8.8", 2],
  ["0.0.0.0", 2],
  ["169.254.169.254", 2],
  ["::1", 2],
  ["::", 2],
  ["fe80::1", 2],
  ["::ffff:127.0.0.1", 2],
  ["localhost", 2],
])("%s has the nearness %s", (address, nearness) => {
  expect(judgeAddress(address)).toBe(nearness);
});

test("a name of this machine is refused where only the internet is allowed", async () => {
  const error = await new Promise((resolve) => {
    createLookup(0, "localhost")("localhost", { all: true }, resolve);
  });
  expect(String(error)).toContain("it leads from the internet to localhost");
  const found = await new Promise((resolve) => {
    createLookup(undefined, "localhost")("localhost", { all: true }, resolve);
  });
  expect(found).toBeNull();
});
