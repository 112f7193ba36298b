import { globSync } from "node:fs";
import { expect, test } from "vitest";

/**
 * The most entries that a source folder may have, not counting tests and their helpers. A larger one must be divided
 * into folders.
 */
const limit = 20;

/** Folders with more entries, with their number and the reason. The number may only fall. */
const exceptions: Readonly<Record<string, { readonly entries: number; readonly reason: string }>> =
  {
    "packages/runtime/src/v1": {
      entries: 36,
      reason: "Twenty-three files are the entries of the package that generated code imports.",
    },
  };

/** Each folder of source with its entries. */
function listFolders(): ReadonlyMap<string, ReadonlySet<string>> {
  const files = globSync("{packages/*/src,packages/*/test,bench,scripts,test}/**/*.{ts,tsx,js}", {
    exclude: ["**/node_modules/**", "**/testing/**", "**/*.test.ts"],
  });
  const folders = new Map<string, Set<string>>();
  for (const file of files) {
    const steps = file.split("/");
    for (let depth = 1; depth < steps.length; depth++) {
      const folder = steps.slice(0, depth).join("/");
      folders.set(folder, (folders.get(folder) ?? new Set()).add(steps[depth] ?? ""));
    }
  }
  return folders;
}

test("every folder of source has at most twenty entries beside its tests, or its reason for more", () => {
  const folders = [...listFolders()].filter(([, entries]) => entries.size > limit);
  const found = folders.map(([folder, entries]) => [folder, entries.size]);
  const listed = Object.entries(exceptions).map(([folder, { entries }]) => [folder, entries]);
  expect(found.toSorted()).toEqual(listed.toSorted());
});

test("the folders are found", () => {
  const folders = listFolders();
  expect(folders.size).toBeGreaterThan(150);
  expect([...(folders.get("packages/runtime") ?? [])].toSorted()).toEqual(["src", "test"]);
});
