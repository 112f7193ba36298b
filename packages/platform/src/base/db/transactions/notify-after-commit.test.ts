import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { testDatabases } from "../../../testing/test-database.ts";
import { createTestProject, createTestSecrets } from "../../../testing/test-project.ts";
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

test.each(testDatabases())(
  "commits that follow a notification share the next one, on $name",
  async ({ open }) => {
    const database = await open();
    const { projectId } = await createTestProject(database, createTestSecrets());
    const commit = (): Promise<void> =>
      database.transactInProject(projectId, async (trx) => notifyAfterCommit(trx, "changed"));
    const heard: string[] = [];
    const stopChanged = await database.listen("changed", () => heard.push("changed"));
    const stopLast = await database.listen("last", () => heard.push("last"));
    heard.length = 0;
    // `expect.poll` would advance the timers.
    const hear = async (count: number, wait = () => {}): Promise<readonly string[]> => {
      while (heard.length < count) {
        wait();
        await sleep(5);
      }
      return heard;
    };
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    await commit();
    await hear(1);
    await commit();
    await commit();
    await sql`select pg_notify('last', '')`.execute(database.unscoped);
    expect(await hear(2)).toEqual(["changed", "last"]);
    // Not all timers: a busy database has some that begin again and again.
    expect(await hear(3, () => vi.advanceTimersByTime(5))).toEqual(["changed", "last", "changed"]);
    await stopChanged();
    await stopLast();
  },
);
