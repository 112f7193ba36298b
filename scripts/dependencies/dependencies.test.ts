import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { resolveInRoot } from "../support/paths.ts";
import { judgeAdvisories } from "./judge-advisories.ts";
import { listLockedPackages } from "./list-packages.ts";
import { isAllowed, renderLicenses } from "./render-licenses.ts";

test("every package of the lock file has the hash of its archive, and no address", () => {
  const packages = listLockedPackages();
  expect(packages.length).toBeGreaterThan(500);
  const wrong = packages.filter(
    ({ integrity, resolved }) =>
      !/^sha512-[\w+/]{86}==$/.test(integrity ?? "") || resolved !== undefined,
  );
  expect(wrong.map(({ path }) => path)).toEqual([]);
});

test("production needs only packages with allowed licences, and docs/licenses.md counts them", () => {
  const { page, refused } = renderLicenses();
  expect(refused).toEqual([]);
  expect(readFileSync(resolveInRoot("docs/licenses.md"), "utf8")).toBe(page);
});

test.each([
  ["MIT", true],
  ["(MIT OR GPL-3.0)", true],
  ["MIT AND ISC", true],
  ["MIT AND GPL-3.0", false],
  ["GPL-3.0", false],
  ["SEE LICENSE IN LICENSE.md", false],
  ["none", false],
])("%s is allowed: %s", (license, expected) => {
  expect(isAllowed(license)).toBe(expected);
});

test.each([
  ["no advisories", { vulnerabilities: {} }, { kind: "fine" }],
  [
    "advisories of low severity",
    { vulnerabilities: { a: { severity: "moderate", range: "<2" } } },
    { kind: "fine" },
  ],
  [
    "a serious advisory",
    {
      vulnerabilities: { a: { severity: "high", range: "<2" }, b: { severity: "low", range: "*" } },
    },
    { kind: "serious", packages: ["a <2 (high)"] },
  ],
  [
    "a registry without advisories",
    { statusCode: 405, message: "405 Method Not Allowed" },
    { kind: "unknown", reason: "the registry answered 405" },
  ],
  ["no network", { error: { code: "ENOTFOUND" } }, { kind: "unknown", reason: "ENOTFOUND" }],
  ["no JSON", undefined, { kind: "unknown", reason: "npm printed no result" }],
])("%s are judged", (_, answer, judged) => {
  expect(judgeAdvisories(answer === undefined ? "" : JSON.stringify(answer))).toEqual(judged);
});
