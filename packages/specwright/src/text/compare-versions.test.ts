import { expect, test } from "vitest";
import { compareVersions, isPrerelease } from "./compare-versions.ts";

test.each([
  // The example of Semantic Versioning 2.0.0, section 11.4.4.
  [
    "1.0.0-alpha",
    "1.0.0-alpha.1",
    "1.0.0-alpha.beta",
    "1.0.0-beta",
    "1.0.0-beta.2",
    "1.0.0-beta.11",
    "1.0.0-rc.1",
    "1.0.0",
  ],
  ["0.9.9", "1.0.0", "1.9.0", "1.10.0", "2.0.0"],
  ["v1", "v2", "v10"],
  ["2025-12-31", "2026-01-02", "2026-11-23"],
  ["1", "1.1", "99999999999999999998.0.0", "99999999999999999999.0.0"],
  ["1.0", "beta"],
])("orders versions, the oldest first: %s, %s, …", (...versions) => {
  for (const shuffled of [versions.toReversed(), versions.toSorted()]) {
    expect(shuffled.toSorted(compareVersions)).toEqual(versions);
  }
});

test("metadata of a build and a leading v do not count", () => {
  expect(compareVersions("1.0.0+5", "1.0.0+7")).toBe(0);
  expect(compareVersions("v1.0.0", "1.0.0")).toBe(0);
});

test("a date is not a pre-release", () => {
  expect(["1.0.0-rc.1", "2.0-beta", "2026-11-23", "1.0.0", "beta"].map(isPrerelease)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
