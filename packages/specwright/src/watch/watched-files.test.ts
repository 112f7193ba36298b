import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { makeTemporaryFolder, replaceFiles } from "../../test/temporary-folder.ts";
import { watchFiles } from "./watched-files.ts";

test("a file that changes while other paths are set has to rest like any other", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const path = join(makeTemporaryFolder({ "api.yaml": "whole" }), "api.yaml");
  const files = watchFiles({ inputs: [path] }, () => {});
  vi.advanceTimersByTime(300);
  writeFileSync(path, "");
  files.follow({ inputs: [path] });
  let isResting = true;
  const resting = files.waitForRest(250).finally(() => {
    isResting = false;
  });
  vi.advanceTimersByTime(200);
  writeFileSync(path, "whole again");
  // Has seen the change.
  const changes = await files.waitForRest(0);
  vi.advanceTimersByTime(249);
  // A longer pause would only make it likelier that a mistake is seen.
  await delay(20);
  expect(isResting).toBe(true);
  vi.advanceTimersByTime(1);
  expect(await resting).toBe(changes);
});

test("a file that changes again while other paths are set is reported again", async () => {
  const path = join(makeTemporaryFolder({ "api.yaml": "first" }), "api.yaml");
  let calls = 0;
  const files = watchFiles({ inputs: [path] }, () => {
    calls += 1;
    if (calls === 1) {
      // Simulates another process that writes at this moment.
      writeFileSync(path, "third and last");
    }
  });
  writeFileSync(path, "second");
  files.follow({ inputs: [path] });
  await expect.poll(() => calls).toBeGreaterThan(1);
});

test.each([
  ["a folder", "guides/a.md"],
  ["a folder in it", "guides/nested/a.md"],
])("each replacement of a file in %s is reported", async (_, path) => {
  const folder = makeTemporaryFolder({ [path]: "0" });
  let calls = 0;
  watchFiles({ inputs: [], folders: [join(folder, "guides")] }, () => {
    calls += 1;
  });
  for (const text of ["1", "2", "3"]) {
    // Events of the replacement before usually arrive in this time. Late ones only hide a mistake.
    await delay(50);
    const before = calls;
    replaceFiles(folder, { [path]: text });
    await expect.poll(() => calls).toBeGreaterThan(before);
  }
});

test("a file in a folder that is made later is reported", async () => {
  const folder = makeTemporaryFolder({ "guides/a.md": "0" });
  let calls = 0;
  watchFiles({ inputs: [], folders: [join(folder, "guides")] }, () => {
    calls += 1;
  });
  mkdirSync(join(folder, "guides/later"));
  await expect.poll(() => calls).toBeGreaterThan(0);
  const before = calls;
  replaceFiles(folder, { "guides/later/a.md": "1" });
  await expect.poll(() => calls).toBeGreaterThan(before);
});
