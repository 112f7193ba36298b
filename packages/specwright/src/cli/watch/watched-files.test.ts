import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { makeTemporaryFolder } from "../../../test/temporary-folder.ts";
import { watchFiles } from "./watched-files.ts";

test("a file that changes while other paths are set has to rest like any other", async () => {
  const path = join(makeTemporaryFolder({ "api.yaml": "whole" }), "api.yaml");
  let isEmptied = false;
  const files = watchFiles({ inputs: [path] }, () => {
    if (isEmptied) {
      return;
    }
    // Simulates another process that runs at this moment, and empties the file before it writes it again.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    writeFileSync(path, "");
    isEmptied = true;
  });
  writeFileSync(path, "changed");
  files.follow({ inputs: [path] });
  expect(isEmptied).toBe(true);
  const resting = files.waitForRest(250);
  await delay(20);
  writeFileSync(path, "whole again");
  expect(await resting).toBe(await files.waitForRest(0));
});
