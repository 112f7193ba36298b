import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTemporaryFolder } from "../../test/temporary-folder.ts";
import { withLongLock } from "./lock.ts";
import { lockName } from "./output-path.ts";

test("long work waits for the end of other work in the same folder, also of work that fails", async () => {
  const folder = makeTemporaryFolder();
  const steps: string[] = [];
  const waiting = Promise.withResolvers<void>();
  const first = withLongLock(
    folder,
    async () => {
      steps.push("first begins");
      await waiting.promise;
      steps.push("first ends");
      throw new Error("first fails");
    },
    () => steps.push("first waits"),
  );
  const second = withLongLock(
    folder,
    async () => {
      steps.push("second");
    },
    () => {
      steps.push("second waits");
      waiting.resolve();
    },
  );
  await expect(first).rejects.toThrow("first fails");
  await second;
  expect(steps).toEqual(["first begins", "second waits", "first ends", "second"]);
  expect(existsSync(join(folder, lockName))).toBe(false);
});

test("the lock of a process that has ended is taken over at once", async () => {
  const folder = makeTemporaryFolder();
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  writeFileSync(join(folder, lockName), JSON.stringify({ process: pid, host: hostname() }));
  const waits: string[] = [];
  const result = await withLongLock(
    folder,
    async () => "done",
    () => waits.push("waits"),
  );
  expect({ result, waits }).toEqual({ result: "done", waits: [] });
});
