import { globSync } from "node:fs";
import { expect, test } from "vitest";

/** A folder of source with more entries than this, its tests and their helpers not counted, needs rooms. */
const limit = 20;

/** Folders that hold more, each with its entries and the reason. They may only shrink. */
const exceptions: Readonly<Record<string, { readonly entries: number; readonly reason: string }>> =
  {
    "packages/platform/src": {
      entries: 24,
      reason: "Nineteen floors, and five files that all of them use.",
    },
    "packages/platform/src/domain": {
      entries: 23,
      reason: "A room for each resource, and three files that they share.",
    },
    "packages/runtime/src/v1": {
      entries: 21,
      reason: "Twelve files are the entries of the package that generated code imports.",
    },
    "packages/specwright/src": {
      entries: 22,
      reason: "Eleven rooms of the pipeline, and files that several of them use.",
    },
  };

/** A migration is a file whose name databases keep, so this folder alone may grow. */
const growing = "packages/platform/src/db/migrations";

/** Each folder of source with its entries. */
function listFolders(): ReadonlyMap<string, ReadonlySet<string>> {
  const files = globSync("{packages/*/src,packages/*/test,scripts,test}/**/*.{ts,js}", {
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
  const folders = [...listFolders()].filter(
    ([folder, entries]) => entries.size > limit && folder !== growing,
  );
  const found = folders.map(([folder, entries]) => [folder, entries.size]);
  const listed = Object.entries(exceptions).map(([folder, { entries }]) => [folder, entries]);
  expect(found.toSorted()).toEqual(listed.toSorted());
});

test("the folders are found", () => {
  const folders = listFolders();
  expect(folders.size).toBeGreaterThan(150);
  expect(folders.get(growing)?.size).toBeGreaterThan(limit);
  expect([...(folders.get("packages/runtime") ?? [])].toSorted()).toEqual(["src", "test"]);
});
