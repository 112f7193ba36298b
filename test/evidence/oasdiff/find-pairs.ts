import { existsSync, globSync, readFileSync } from "node:fs";

/** Two files of the checkout, as relative paths. */
export type FilePair = readonly [before: string, after: string];

/**
 * The pairs of documents that the tests of oasdiff compare: the files that one of its tests opens after each other, and
 * files whose names differ in `base` and `revision` only. When a test changes a document after opening it, the pair has
 * the unchanged files.
 */
export function findPairs(checkout: string): readonly FilePair[] {
  const tests = globSync("**/*_test.go", { cwd: checkout }).map((path) =>
    readFileSync(`${checkout}/${path}`, "utf8"),
  );
  const folders = new Map(
    tests.flatMap((text) =>
      [...text.matchAll(folderHelper)].map(([, name = "", folder = ""]) => [name, folder] as const),
    ),
  );
  const opened = tests.flatMap((text) =>
    text.split(/\nfunc /).flatMap((test) => pairUp(listOpenedFiles(test, folders))),
  );
  const named = globSync("data/**/*base*.{yaml,yml,json}", { cwd: checkout }).map(
    (path): FilePair => [path, path.replaceAll("base", "revision")],
  );
  const unique = new Map([...opened, ...named].map((pair) => [pair.join(" "), pair]));
  return [...unique.values()]
    .filter(
      (pair) => pair[0] !== pair[1] && pair.every((path) => existsSync(`${checkout}/${path}`)),
    )
    .toSorted(([left], [right]) => (left < right ? -1 : 1));
}

/** Matches a helper of the tests that adds a folder to a name. */
const folderHelper =
  /func (\w+)\(file string\) string \{\s*return fmt\.Sprintf\("\.\.\/(data\/[^"]*)%s"/g;

const opening =
  /(?:open|openFile|LoadSpecInfo\w*|NewSource)\(\s*(?:loader,\s*)?(?:(\w+)\(\s*)?"([^"]+)"|\bl\(t, (\d+)\)/g;

function listOpenedFiles(test: string, folders: ReadonlyMap<string, string>): readonly string[] {
  return [...test.matchAll(opening)].flatMap(([, helper, path = "", number]) => {
    if (number !== undefined) {
      return [`data/openapi-test${number}.yaml`];
    }
    const folder = helper === undefined ? "" : folders.get(helper);
    return folder === undefined ? [] : [`${folder}${path.replace("../", "")}`];
  });
}

function pairUp(paths: readonly string[]): readonly FilePair[] {
  return paths.flatMap((before, index) => {
    const after = paths[index + 1];
    return index % 2 === 1 || after === undefined ? [] : [[before, after] as const];
  });
}
