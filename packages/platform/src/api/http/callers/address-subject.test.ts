import { expect, test } from "vitest";
import { groupAddress } from "./address-subject.ts";

test("IPv4 counts by address, IPv6 by its /64, and IPv4 in IPv6 as IPv4", () => {
  expect(groupAddress("203.0.113.7")).toBe("address:203.0.113.7");
  expect(groupAddress("::ffff:203.0.113.7")).toBe("address:203.0.113.7");
  expect(groupAddress("::ffff:cb00:7107")).toBe("address:203.0.113.7");
  expect(groupAddress("2001:db8:0:1::1")).toBe("address:2001:db8:0:1::/64");
  expect(groupAddress("2001:DB8:0:1:ffff::2")).toBe("address:2001:db8:0:1::/64");
  expect(groupAddress("2001:db8:0:2::1")).not.toBe(groupAddress("2001:db8:0:1::1"));
  expect(groupAddress("fe80::1%eth0")).toBe("address:fe80:0:0:0::/64");
  expect(groupAddress("")).toBe("address:");
});
