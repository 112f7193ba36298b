import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { explainFailure } from "../../cli/explain-failure.ts";
import { openPglite } from "./open-pglite.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "platform-damaged-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function explainOpening(directory: string): Promise<string | undefined> {
  try {
    await (await openPglite(directory, undefined)).close();
    return "no error";
  } catch (error) {
    return explainFailure(error);
  }
}

test("a data directory that cannot be used is named with a fix", async () => {
  const file = join(folder, "file");
  writeFileSync(file, "x");
  expect(await explainOpening(file)).toMatch(
    /file cannot be made a directory \(EEXIST\)\.\nMove the file /,
  );
  expect(await explainOpening(join(file, "below"))).toMatch(
    /cannot be made a directory \(ENOTDIR\)/,
  );
  writeFileSync(join(folder, "lock"), "This is not a file of SQLite.".repeat(100));
  expect(await explainOpening(folder)).toMatch(/lock file .*lock cannot be used: .*\nMove it away/);
});

test("a database whose files are damaged is reported as such, and its directory is given back", async () => {
  mkdirSync(join(folder, "postgres"));
  writeFileSync(join(folder, "postgres", "PG_VERSION"), "none");
  const message = /embedded database in .*postgres cannot be opened, .*\nRestore /;
  expect(await explainOpening(folder)).toMatch(message);
  expect(await explainOpening(folder)).toMatch(message);
});
