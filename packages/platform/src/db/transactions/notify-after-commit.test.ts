import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { testDatabases } from "../../testing/test-database.ts";
import { createTestProject, createTestSecrets } from "../../testing/test-project.ts";
import { notifyAfterCommit } from "./notify-after-commit.ts";

test.each(testDatabases())(
  "a channel is notified after a commit, and not before, on $name",
  async ({ open }) => {
    const database = await open();
    const { projectId } = await createTestProject(database, createTestSecrets());
    let count = 0;
    const stop = await database.listen("changed", () => {
      count += 1;
    });
    count = 0;
    const undone = database.transactInProject(projectId, async (trx) => {
      notifyAfterCommit(trx, "changed");
      throw new Error("undo");
    });
    await expect(undone).rejects.toThrow("undo");
    await database.transactInProject(projectId, async (trx) => {
      notifyAfterCommit(trx, "changed");
      notifyAfterCommit(trx, "changed");
      await sleep(50);
      expect(count).toBe(0);
    });
    await expect.poll(() => count).toBe(1);
    await stop();
  },
);
