import { expect, test } from "vitest";
import { makeTemporaryFolder } from "../../../test/temporary-folder.ts";
import { DiagnosticError } from "../../diagnostic.ts";
import { findOverride, readOverrides, requireEffect } from "./overrides.ts";

const read = (text: string) => readOverrides(makeTemporaryFolder({ "releases.yaml": text }));

test("an override belongs to the release that follows a published version", () => {
  const overrides = read(`
- {package: '@acme/a', after: 1.2.0, version: 2.0.0, reason: Announced as version 2.}
- {package: '@acme/a', words: The first version., reason: There is nothing to compare with.}
`);
  expect(findOverride(overrides, "@acme/a", "1.2.0")?.version).toBe("2.0.0");
  expect(findOverride(overrides, "@acme/a", undefined)?.words).toBe("The first version.");
  expect(findOverride(overrides, "@acme/a", "2.0.0")).toBeUndefined();
  expect(findOverride(overrides, "@acme/b", "1.2.0")).toBeUndefined();
});

test("a folder without the file has no overrides", () => {
  expect(readOverrides(makeTemporaryFolder())).toEqual([]);
});

test.each([
  ["- {package: a, version: '2.0', reason: r}", '`version` is "2.0"'],
  ["- {package: a, version: 2.0.0}", "needs a `reason`"],
  ["- {package: a, reason: r}", "needs a `version` or `words`"],
  ["- {version: 2.0.0, reason: r}", "needs the name of a `package`"],
  ["text", "is not a list"],
  ["- text", "is an object"],
  ["- {package: a, version: 2, reason: r}", "`version` is 2 and has to be a string"],
  ["- {package: a, versoin: 2.0.0, words: w, reason: r}", "Did you mean `version`?"],
  ["- {package: a, after: 2.0.0, version: 1.9.0, reason: r}", "is not newer than 2.0.0"],
  ["- {package: a, after: 2.0.0, version: 2.0.0, reason: r}", "is not newer than 2.0.0"],
])("%s is refused: %s", (text, message) => {
  expect(() => read(text)).toThrow(DiagnosticError);
  try {
    read(text);
  } catch (error) {
    expect((error as DiagnosticError).diagnostics[0]?.message).toContain(message);
  }
});

const published = new Map([
  ["@acme/notes-types", "1.2.0"],
  ["@acme/notes-client", undefined],
]);

test.each([
  [
    "{package: '@acme/note-types', after: 1.2.0, version: 2.0.0, reason: r}",
    "Did you mean `@acme/notes-types`?",
  ],
  ["{package: '@acme/notes-clients', words: w, reason: r}", "Did you mean `@acme/notes-client`?"],
  ["{package: '@acme/notes-types', after: 1.2.1, words: w, reason: r}", "Write `after: 1.2.0`"],
  ["{package: '@acme/notes-client', after: 1.0.0, words: w, reason: r}", "Remove `after`"],
])("%s would have no effect, so the release does not begin: %s", (entry, fix) => {
  const overrides = read(`- ${entry}`);
  expect(() => requireEffect(overrides, published, [])).toThrow(DiagnosticError);
  try {
    requireEffect(overrides, published, []);
  } catch (error) {
    const [problem] = (error as DiagnosticError).diagnostics;
    expect(problem).toMatchObject({ file: "releases.yaml", pointer: "/0" });
    expect(problem?.fix).toContain(fix);
  }
});

test("records of old releases and entries for packages of other APIs stay", () => {
  const overrides = read(`
- {package: '@acme/notes-types', after: 1.0.0, words: w, reason: r}
- {package: '@acme/note-types', after: 0.9.0, words: The package had another name., reason: r}
- {package: '@acme/noted-types', after: 1.2.0, words: w, reason: r}
`);
  expect(() => requireEffect(overrides, published, ["@acme/noted-types"])).not.toThrow();
});
