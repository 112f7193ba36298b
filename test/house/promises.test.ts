import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { listGateFiles } from "./gate.ts";

interface Row {
  readonly promise: string;
  readonly files: readonly string[];
  readonly tiers: readonly string[];
  /** The words in place of files, where nothing proves the promise. */
  readonly reason: string;
}

/** The rows of the tables of promises, below the headings with their places. */
function readRows(page: string): readonly Row[] {
  return page.split("\n## ").flatMap((section, index) => {
    const rows = index === 0 ? [] : [...section.matchAll(/^\| (.+) \| (.+) \| (.+) \|$/gm)];
    return rows
      .filter(([, promise]) => promise !== "Promise")
      .map(([, promise = "", proof = "", tier = ""]) => ({
        promise,
        files: [...proof.matchAll(/`([\w./-]+\.ts)`/g)].map(([, file = ""]) => file),
        tiers: [...tier.matchAll(/`([\w ]+)`/g)].map(([, name = ""]) => name),
        reason: proof,
      }));
  });
}

/** The tiers that can run a file. */
function listTiers(file: string): readonly string[] {
  const [, slow] = /\.(long|soak)\.test\.ts$/.exec(file) ?? [];
  return slow !== undefined
    ? [slow]
    : file.startsWith("test/packages/")
      ? ["packages"]
      : ["npm test", "extras"];
}

/** What is wrong with a row. */
function listProblems({ files, tiers, reason }: Row, gate: ReadonlySet<string>): readonly string[] {
  const isProven = files.length > 0;
  return [
    ...files.filter((file) => !existsSync(file)).map((file) => `${file} does not exist`),
    ...files
      .filter((file) => !file.endsWith(".test.ts") && !gate.has(file))
      .map((file) => `no test calls ${file}`),
    ...files
      .filter((file) => !listTiers(file).some((tier) => tiers.includes(tier)))
      .map((file) => `${file} is not of ${tiers.join(", ")}`),
    ...tiers
      .filter((tier) => !files.some((file) => listTiers(file).includes(tier)))
      .map((tier) => `nothing is of the tier ${tier}`),
    ...(isProven || /^not proven: .{10}/.test(reason) ? [] : ["neither a file nor a reason"]),
  ];
}

const page = readFileSync("docs/promises.md", "utf8");

test("each promise names files that exist and belong to its tier, or says why nothing proves it", () => {
  const gate = new Set(listGateFiles());
  const rows = readRows(page);
  expect(rows.length).toBeGreaterThan(200);
  const problems = rows.map((row) => [row.promise, listProblems(row, gate)]);
  expect(problems.filter(([, list]) => list?.length !== 0)).toEqual([]);
});

test("each promise is listed once, and leads to its place by itself or by its heading", () => {
  const promises = readRows(page).map(({ promise }) => promise);
  expect(promises.filter((promise, index) => promises.indexOf(promise) !== index)).toEqual([]);
  const headings = page.match(/^## .*$/gm) ?? [];
  expect(headings.filter((heading) => !heading.includes("]("))).toEqual([]);
});

test("a row with a file that is gone, of another tier or without a reason is found", () => {
  const find = (line: string): readonly string[] =>
    readRows(`\n## [A](a.md)\n\n${line}\n`).flatMap((row) => listProblems(row, new Set()));
  expect(find("| A | `test/house/gone.test.ts` | `npm test` |")).toEqual([
    "test/house/gone.test.ts does not exist",
  ]);
  expect(find("| A | `test/house/gate.test.ts` | `soak` |")).toEqual([
    "test/house/gate.test.ts is not of soak",
    "nothing is of the tier soak",
  ]);
  expect(find("| A | `test/house/gate.ts` | `npm test` |")).toEqual([
    "no test calls test/house/gate.ts",
  ]);
  expect(find("| A | not proven | – |")).toEqual(["neither a file nor a reason"]);
});
