import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";

const source = "packages/platform/src";
const files: readonly string[] = globSync(`${source}/**/*.ts`).filter(
  (file) => !/\.test\.ts$|\/testing\//.test(file),
);

/** The files outside of a folder whose text matches. */
function listFiles(pattern: RegExp, folder: string): readonly string[] {
  return files.filter(
    (file) => !file.startsWith(folder) && pattern.test(readFileSync(file, "utf8")),
  );
}

test("how a statement is sent is said in db/postgres and in files named *-statements.ts", () => {
  const sending = /\/postgres\/statements\.ts"|\b(?:compileOnce|sendQuery)\b/;
  const found = listFiles(sending, `${source}/base/db/postgres/`);
  expect(found.length).toBeGreaterThan(5);
  expect(found.filter((file) => !basename(file).endsWith("-statements.ts"))).toEqual([]);
});

test("nobody outside of db/postgres knows its packets, shared connections and merged writes", () => {
  const parts =
    /\/postgres\/(?!statements\.ts|pipelined-postgres\.ts|statement-group\.ts)[\w-]+\.ts"/;
  expect(listFiles(parts, `${source}/base/db/postgres/`)).toEqual([]);
});

test("internals of pg are used in one file, which has a test of its own", () => {
  const internals = /\bprepareValue\b|\.(?:un)?cork\(|extends Query\b|\bpg\.utils\b/;
  const door = `${source}/base/db/postgres/statement-group.ts`;
  expect(listFiles(internals, `${source}/base/egress/`)).toEqual([door]);
  expect(globSync(door.replace(".ts", ".test.ts"))).toHaveLength(1);
});

test("no path is made of an address as it is, because addresses encode spaces and other characters", () => {
  const all = globSync("{packages,scripts,test,bench,templates}/**/*.{ts,js}", {
    exclude: ["**/node_modules/**", "**/dist/**"],
  });
  expect(all.length).toBeGreaterThan(1000);
  const pattern = /import\.meta\.url\)\.pathname/;
  const own = "test/house/doors.test.ts";
  expect(all.filter((file) => file !== own && pattern.test(readFileSync(file, "utf8")))).toEqual(
    [],
  );
});
