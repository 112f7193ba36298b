import { existsSync, statSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";
import { makeTemporaryFolder, writeFiles } from "../../../test/temporary-folder.ts";
import { packClone } from "./pack-clone.ts";

const places = {
  "packages/patterns": "@specwright/patterns",
  "packages/runtime": "@specwright/runtime",
  templates: "@specwright/templates",
  "packages/specwright": "specwright",
};

test("packages of a clone are packed once for each state of their files", () => {
  const root = makeTemporaryFolder();
  for (const [folder, name] of Object.entries(places)) {
    const manifest = { name, version: "0.1.0", files: ["dist", "CHANGELOG.md"] };
    writeFiles(root, {
      [`${folder}/package.json`]: JSON.stringify(manifest),
      [`${folder}/dist/index.js`]: "export {};\n",
      [`${folder}/CHANGELOG.md`]: "# Changelog\n",
    });
  }
  const packed = packClone({ root });
  expect([...packed].map(([name, path]) => [name, basename(path), existsSync(path)])).toEqual(
    Object.values(places).map((name) => [
      ...[name, `${name.replace("@specwright/", "specwright-")}-0.1.0.tgz`, true],
    ]),
  );
  const [first = ""] = packed.values();
  const made = statSync(first).mtimeMs;
  expect(packClone({ root })).toEqual(packed);
  expect(statSync(first).mtimeMs).toBe(made);

  writeFiles(root, { "packages/runtime/dist/index.js": "export const changed = true;\n" });
  const [again = ""] = packClone({ root }).values();
  expect(again).not.toBe(first);
  // Projects that were made before still install.
  expect([existsSync(again), existsSync(first)]).toEqual([true, true]);
});

test("a package that npm cannot pack is an error with npm's reason", () => {
  const manifest = JSON.stringify({ name: "without-a-version", files: [] });
  const root = makeTemporaryFolder(
    Object.fromEntries(Object.keys(places).map((folder) => [`${folder}/package.json`, manifest])),
  );
  expect(() => packClone({ root })).toThrow(/npm cannot pack the packages of .*version/i);
});
