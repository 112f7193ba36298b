import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabases } from "../../../testing/test-database.ts";
import { createTestProject, createTestSecrets } from "../../../testing/test-project.ts";
import { createNotifier, notifyAfterCommit } from "./notify-after-commit.ts";

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
      // A notification that is sent too early arrives within this time, or goes unseen on a slow machine.
      await sleep(50);
      expect(count).toBe(0);
    });
    await expect.poll(() => count).toBe(1);
    await stop();
  },
);

test.each(testDatabases())(
  "commits that follow a notification share the next one, on $name",
  async ({ open }) => {
    const database = await open();
    const heard: string[] = [];
    const stopChanged = await database.listen("changed", () => heard.push("changed"));
    const stopLast = await database.listen("last", () => heard.push("last"));
    heard.length = 0;
    const pauses: (() => void)[] = [];
    const pause = (): Promise<void> => new Promise((resolve) => pauses.push(resolve));
    const notify = createNotifier(database.unscoped, pause);
    const commit = (): void => notify(new Set(["changed"]));
    const notifyLast = () => sql`select pg_notify('last', '')`.execute(database.unscoped);
    commit();
    await expect.poll(() => pauses).toHaveLength(1);
    commit();
    commit();
    await notifyLast();
    await expect.poll(() => heard).toEqual(["changed", "last"]);
    pauses.pop()?.();
    await expect.poll(() => pauses).toHaveLength(1);
    pauses.pop()?.();
    await notifyLast();
    await expect.poll(() => heard).toEqual(["changed", "last", "changed", "last"]);
    expect(pauses).toEqual([]);
    await stopChanged();
    await stopLast();
  },
);
