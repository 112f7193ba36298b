import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const source = fileURLToPath(new URL("../../", import.meta.url));

/**
 * The places that read the clock of the process, each with its reason. Times on which a decision depends (expiry,
 * leases, retries, deletion, retention) come from `db/now.ts` or from SQL, because the clocks of replicas differ.
 */
const allowed: readonly string[] = [
  // Ids of logs and events begin with the time, so that an index keeps neighbours in time together. No decision
  // depends on it.
  "base/ids.ts: Date.now()",
  "base/ids.ts: Date.now()",
  // An application names a point in time. The caller gets the remaining seconds as a hint.
  "applications/execution/answers/retry-after.ts: Date.now()",
  // The difference between the clocks is what it reports.
  "base/db/opening/inspect-server.ts: Date.now()",
  "base/db/opening/inspect-server.ts: Date.now()",
  // A file that is written for a person has the day of its first version.
  "process/cli/init-toolkit.ts: new Date()",
];

/** The places at which a string reads the clock of the process. `performance.now()` is allowed: it measures durations. */
function findReadings(text: string): readonly string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "$1");
  return (
    code.match(
      /\bDate\.now\b(?:\(\))?|\bnew Date(?:\(\s*\)|(?!\s*\())|\bperformance\.timeOrigin\b|(?<![.\w])Date\(\)/g,
    ) ?? []
  );
}

test("the database's clock is the only one that decides", () => {
  const files = globSync("**/*.ts", { cwd: source }).filter(
    (path) => !/(?:\.test\.ts$|(?:^|\/)testing\/)/.test(path),
  );
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((path) =>
    findReadings(readFileSync(source + path, "utf8")).map((reading) => `${path}: ${reading}`),
  );
  expect(found.toSorted()).toEqual(allowed.toSorted());
});

test.each([
  "const at = new Date(Date.now() + 1);",
  "const at = new Date();",
  "const at = new Date( );",
  "const at = new Date;",
  "const now = Date.now;",
  "const text = Date();",
  "performance.timeOrigin + performance.now()",
])("the test above finds %s", (text) => {
  expect(findReadings(text)).not.toEqual([]);
});

test.each([
  "new Date(row.at)",
  "performance.now()",
  "Date.parse(text)",
  "// Date.now()",
  "new Date(\n0)",
])("the test above does not mind %s", (text) => {
  expect(findReadings(text)).toEqual([]);
});
