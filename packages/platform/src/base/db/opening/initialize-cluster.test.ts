import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { initializeCluster } from "./initialize-cluster.ts";

const directory = mkdtempSync(join(tmpdir(), "platform-cluster-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test("the remains of a killed first start are replaced by a whole cluster", async () => {
  const folder = join(directory, "postgres");
  mkdirSync(join(directory, "postgres.new-killed"));
  writeFileSync(join(directory, "postgres.new-killed", "PG_VERSION"), "half");
  await initializeCluster(folder);
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(["PG_VERSION", "base", "pg_wal"]));
  expect(readdirSync(directory)).toEqual(["postgres"]);
});

test("a folder that is not empty is left as it is", async () => {
  const folder = join(directory, "other");
  mkdirSync(folder);
  writeFileSync(join(folder, "file"), "");
  await initializeCluster(folder);
  expect(readdirSync(folder)).toEqual(["file"]);
});
