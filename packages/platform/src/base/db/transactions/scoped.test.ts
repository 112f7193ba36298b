import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { testDatabases } from "../../../testing/test-database.ts";
import { createTestProject, createTestSecrets } from "../../../testing/test-project.ts";
import type { ScopedTransaction } from "./scoped.ts";

describe.each(testDatabases())("on $name", ({ open }) => {
  test("a transaction that PostgreSQL undid for another one is run once more, and only once", async () => {
    const database = await open();
    let runs = 0;
    const undoAfter = (code: string, times: number): Promise<string> => {
      runs = 0;
      return database.transactInProject("proj_1", async (trx) => {
        runs += 1;
        if (runs > times) {
          return "done";
        }
        await sql
          .raw(`do $$ begin raise exception 'undone' using errcode = '${code}'; end $$`)
          .execute(trx);
        return "never";
      });
    };
    for (const code of ["40P01", "40001"]) {
      expect(await undoAfter(code, 1), code).toBe("done");
      expect(runs).toBe(2);
      await expect(undoAfter(code, 2), code).rejects.toThrow("undone");
      expect(runs).toBe(2);
    }
    await expect(undoAfter("23505", 1)).rejects.toThrow("undone");
    expect(runs).toBe(1);
  });
});

describe.each(testDatabases().slice(1))("on $name", ({ open }) => {
  test("two transactions that wait for each other both come to their end", async () => {
    const database = await open();
    const { projectId } = await createTestProject(database, createTestSecrets());
    const ids = ["job_1", "job_2"] as const;
    await database.transactInProject(projectId, (trx) =>
      trx
        .insertInto("jobs")
        .values(ids.map((id) => ({ project_id: projectId, id, kind: "k", max_attempts: 1 })))
        .execute(),
    );
    const lock = (trx: ScopedTransaction, id: string) =>
      sql`select from jobs where id = ${id} for update`.execute(trx);
    let openBoth = (): void => {};
    const bothHaveOne = new Promise<void>((resolve) => {
      openBoth = resolve;
    });
    let holding = 0;
    const lockCrosswise = (first: string, second: string): Promise<string> =>
      database.transactInProject(projectId, async (trx) => {
        await lock(trx, first);
        holding += 1;
        if (holding === 2) {
          openBoth();
        }
        await bothHaveOne;
        await lock(trx, second);
        return first;
      });
    const [one, two] = ids;
    expect(await Promise.all([lockCrosswise(one, two), lockCrosswise(two, one)])).toEqual(ids);
    expect(holding).toBe(3);
  });
});
