import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { explainFailure } from "../../../process/checking/explain-failure.ts";
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
  const fix = "Set PLATFORM_DATA to a directory that this user can make and write.";
  expect(await explainOpening(file)).toBe(
    `The data directory ${file} cannot be used: a file is in its place (EEXIST).\n${fix}`,
  );
  const below = join(file, "below");
  expect(await explainOpening(below)).toBe(
    `The data directory ${below} cannot be used: a file is in the place of a folder above it (ENOTDIR).\n${fix}`,
  );
  expect(await explainOpening(folder)).toBe(
    `The directory ${folder} has other files (file) and no data of the platform.
Set PLATFORM_DATA to an empty directory, or to one that does not exist yet.`,
  );
  writeFileSync(join(folder, "lock"), "This is not a file of SQLite.".repeat(100));
  expect(await explainOpening(folder)).toMatch(/lock file .*lock cannot be used: .*\nMove it away/);
});

test.skipIf(!existsSync("/proc/self"))("a place where no folder can be made is named", async () => {
  expect(await explainOpening("/proc/nope")).toMatch(
    /^The data directory \/proc\/nope cannot be used: .* \(ENOENT\)\.\nSet PLATFORM_DATA /,
  );
});

test("a database whose files are damaged is reported as such, and its directory is given back", async () => {
  mkdirSync(join(folder, "postgres"));
  writeFileSync(join(folder, "postgres", "PG_VERSION"), "none");
  const message = /embedded database in .*postgres cannot be opened, .*\nRestore /;
  expect(await explainOpening(folder)).toMatch(message);
  expect(await explainOpening(folder)).toMatch(message);
  rmSync(join(folder, "postgres"), { recursive: true });
  writeFileSync(join(folder, "postgres"), "A file in the place of the folder.");
  expect(await explainOpening(folder)).toMatch(message);
});
