import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const relativeImport = /\b(?:from|import)\s*\(?\s*"(\.[^"]+\.ts)"/g;

/**
 * The test files that import a file, directly or through files that `isFollowed` accepts.
 *
 * @param target the path of the file below `root`; all paths are below it
 */
export function listTestsOf(
  target: string,
  root: string,
  isFollowed: (file: string) => boolean,
): readonly string[] {
  const importers = readImporters(root);
  const reached = new Set([target]);
  // The loop also visits the files that it adds.
  for (const file of reached) {
    for (const importer of importers.get(file) ?? []) {
      if (isTest(importer) || isFollowed(importer)) {
        reached.add(importer);
      }
    }
  }
  return [...reached].filter(isTest).toSorted();
}

function isTest(file: string): boolean {
  return file.endsWith(".test.ts");
}

/** The files that import each file. */
function readImporters(root: string): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  const exclude = (path: string): boolean => /(?:^|\/)(?:node_modules|dist)$/.test(path);
  for (const file of globSync("{packages,scripts,test}/**/*.ts", { cwd: root, exclude })) {
    for (const [, path = ""] of readFileSync(join(root, file), "utf8").matchAll(relativeImport)) {
      const imported = join(dirname(file), path);
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
    }
  }
  return importers;
}
