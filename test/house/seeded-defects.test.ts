import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { SeededDefect } from "../evidence/seeded/defect.ts";
import { seededDefects } from "../evidence/seeded-defects.ts";
import { listGateFiles } from "./gate.ts";

/** What is wrong with a defect of the list, because its source or its tests have changed. */
function listProblems(
  { file, find, replace, caughtBy }: SeededDefect,
  gate: ReadonlySet<string>,
): readonly string[] {
  const count = existsSync(file) ? readFileSync(file, "utf8").split(find).length - 1 : 0;
  return [
    ...(count === 1 ? [] : [`${file} has the text that is replaced ${count} times`]),
    ...(find === replace ? ["nothing is replaced"] : []),
    ...(caughtBy.length === 0 ? ["no test is named"] : []),
    ...caughtBy.filter((path) => !gate.has(path)).map((path) => `npm test does not run ${path}`),
  ];
}

test("each seeded defect replaces one place of the source, and npm test runs the files that catch it", () => {
  const gate = new Set(listGateFiles());
  const problems = seededDefects.map((defect) => [defect.name, listProblems(defect, gate)]);
  expect(problems.filter(([, list]) => list?.length !== 0)).toEqual([]);
});

test("there are forty seeded defects or more, each with a name of its own, and some in each area", () => {
  const names = new Set(seededDefects.map(({ name }) => name));
  expect(names.size).toBe(seededDefects.length);
  expect(names.size).toBeGreaterThanOrEqual(40);
  const areas = Object.entries(Object.groupBy(seededDefects, ({ area }) => area));
  expect(areas).toHaveLength(12);
  expect(areas.filter(([, list]) => list.length < 2)).toEqual([]);
});

test("a defect whose source or tests have changed is found", () => {
  const defect: SeededDefect = {
    area: "parser",
    name: "An example.",
    file: "README.md",
    find: "a text that is not there",
    replace: "another",
    caughtBy: ["test/house/gone.test.ts"],
  };
  expect(listProblems(defect, new Set())).toEqual([
    "README.md has the text that is replaced 0 times",
    "npm test does not run test/house/gone.test.ts",
  ]);
  expect(
    listProblems({ ...defect, file: "gone.ts", replace: defect.find, caughtBy: [] }, new Set()),
  ).toEqual([
    "gone.ts has the text that is replaced 0 times",
    "nothing is replaced",
    "no test is named",
  ]);
});
