import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { makeTemporaryFolder } from "../../test/temporary-folder.ts";
import { watchFiles } from "./watched-files.ts";

/** Stops this process, as a busy machine does. */
function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

test("a file that changes while other paths are set has to rest like any other", async () => {
  const path = join(makeTemporaryFolder({ "api.yaml": "whole" }), "api.yaml");
  const files = watchFiles({ inputs: [path] }, () => {});
  pause(300);
  writeFileSync(path, "");
  files.follow({ inputs: [path] });
  const resting = files.waitForRest(250);
  await delay(20);
  writeFileSync(path, "whole again");
  expect(await resting).toBe(await files.waitForRest(0));
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
  await expect.poll(() => calls, { timeout: 5000 }).toBeGreaterThan(1);
});
