import { expect, test } from "vitest";
import type { Format } from "./formats.ts";
import { hasFormat } from "./formats.ts";

/** The official suite in `test/conformance` has hundreds of further cases. */
const cases: Readonly<Record<Format, { readonly good: string[]; readonly bad: string[] }>> = {
  "date-time": {
    good: ["2025-11-20T10:00:00Z", "2025-11-20t10:00:00.5+02:00", "1998-12-31T23:59:60Z"],
    bad: ["2025-11-20", "2025-11-20 10:00:00Z", "2025-02-29T10:00:00Z", "2025-11-20T10:00:00"],
  },
  date: { good: ["2024-02-29"], bad: ["2023-02-29", "2024-2-9", "2024-13-01", "২024-01-01"] },
  time: { good: ["10:00:00Z", "01:29:60+01:30"], bad: ["10:00:00", "24:00:00Z", "12:00:60Z"] },
  duration: { good: ["P1Y2M3DT4H", "PT36H", "P4W"], bad: ["P", "P1Y2W", "P1YT", "PT1H3S"] },
  email: { good: ["a@b.example", '"a b"@c.example'], bad: ["a", "a@", ".a@b.c", "a b@c.d"] },
  hostname: { good: ["a.example", "localhost"], bad: ["-a", "a..b", "a_b", "", "a".repeat(64)] },
  ipv4: { good: ["127.0.0.1"], bad: ["256.0.0.1", "1.2.3", "01.2.3.4", "1.2.3.4."] },
  ipv6: { good: ["::1", "::ffff:1.2.3.4", "1:2:3:4:5:6:7:8"], bad: ["", "1::2::3", ":1", "::1%0"] },
  uri: {
    good: ["https://a.example/b?c#d", "urn:a:b", "http://[::1]:80/"],
    bad: ["/a", "a b:c", "http://a\\b"],
  },
  "uri-reference": { good: ["/a", "", "#b", "a:b"], bad: ["\\a", "a b", "1:b"] },
  uuid: {
    good: ["2EB8AA08-AA98-11EA-B4AA-73B441D16380"],
    bad: ["2eb8aa08aa9811eab4aa73b441d16380"],
  },
  regex: { good: ["^a+$", "\\p{L}"], bad: ["(", "\\Z"] },
  "json-pointer": { good: ["", "/a/~0~1"], bad: ["a", "/~2"] },
  "relative-json-pointer": { good: ["0", "1/a", "2#"], bad: ["", "01", "/a"] },
  int64: {
    good: ["0", "-9223372036854775808"],
    bad: ["9223372036854775808", "+1", "1.0", "", " 1"],
  },
  uint64: { good: ["18446744073709551615"], bad: ["18446744073709551616", "-1", "1".repeat(99)] },
  "uri-template": { good: ["https://a.example/b{/c}{?d,e*}"], bad: ["{a", "{a,}", "a b"] },
};

test.each(Object.keys(cases) as Format[])("%s", (format) => {
  for (const text of cases[format].good) {
    expect(hasFormat(text, format), text).toBe(true);
  }
  for (const text of cases[format].bad) {
    expect(hasFormat(text, format), text).toBe(false);
  }
});

test("no format goes over a long text again and again, which would not end here", () => {
  for (const format of Object.keys(cases) as Format[]) {
    for (const text of [
      "a".repeat(1_000_000),
      "1:".repeat(500_000),
      "a@".repeat(500_000),
      "/%".repeat(500_000),
    ]) {
      expect(typeof hasFormat(text, format)).toBe("boolean");
    }
  }
});
