import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";

import { createRandom } from "../../../../test/support/samples.ts";
import { makeTemporaryFolder } from "../../test/temporary-folder.ts";
import { saves } from "../../test/watching/editor-saves.ts";
import {
  countPaths,
  pollUntil,
  startWatching,
  writeVersion,
} from "../../test/watching/start-watching.ts";

test.each(Object.entries(saves))(
  "an editor that %s never causes a wrong error or half a document",
  async (_, save) => {
    const random = createRandom(3);
    const folder = makeTemporaryFolder({ "api.yaml": writeVersion(0) });
    const { printed } = await startWatching(folder, "api.yaml");
    let before = countPaths(folder);
    // Steps with long pauses between them, as on a busy machine, look like several saves, so such a run does not count.
    for (let version = 1, counted = 0; counted < 8; version += 1) {
      const reported = printed().length;
      const seen = new Set<string>();
      const steps = save(join(folder, "api.yaml"), writeVersion(version), random)[
        Symbol.iterator
      ]();
      let previous = performance.now();
      let longest = 0;
      for (;;) {
        const begins = performance.now();
        const { done } = steps.next();
        // Measured from before the previous step, because this process may have been paused during it.
        longest = Math.max(longest, performance.now() - previous);
        if (done === true) {
          break;
        }
        previous = begins;
        await delay(random() * 30);
        seen.add(countPaths(folder));
      }
      const whole = `20 of version ${version}`;
      await pollUntil(() => seen.add(countPaths(folder)).has(whole));
      if (longest < 50) {
        counted += 1;
        expect([before, whole]).toEqual(expect.arrayContaining([...seen]));
        expect(printed().slice(reported)).not.toContain("error");
      }
      before = whole;
    }
  },
);
