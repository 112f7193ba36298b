import { sql, type Transaction } from "kysely";
import { expect, test } from "vitest";
import { testDatabases } from "../../testing/test-database.ts";
import { createTestProject, createTestSecrets } from "../../testing/test-project.ts";
import type { Tables } from "../db/tables.ts";
import { claimJobs } from "./claim.ts";
import { enqueueAll } from "./enqueue.ts";

/** Jobs of each of two kinds, one of which has lanes. */
const waiting = 3_000;
const lanes = 30;
const atMost = 10;

/** The number of rows of `jobs` that this transaction has read through an index. */
async function countRowsRead(trx: Transaction<Tables>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select idx_tup_fetch::integer as count
    from pg_stat_xact_user_tables where relname = 'jobs'`.execute(trx);
  return rows[0]?.count ?? 0;
}

test.each(testDatabases())(
  "a claim reads the jobs that it takes, and not those that wait, also on a connection with a generic plan, on $name",
  async ({ open }) => {
    const database = await open();
    const { projectId } = await createTestProject(database, createTestSecrets());
    const jobs = Array.from({ length: waiting }, (_, n) => [
      { projectId, kind: "plan" },
      { projectId, kind: "lanes", lane: String(n % lanes) },
    ]);
    await database.transactInProject(projectId, (trx) => enqueueAll(trx, jobs.flat()));
    const limits = { held: [], atMost, perProject: waiting, perLane: waiting, afterProject: "" };
    // Use one connection: after five executions PostgreSQL switches to a plan that is independent of the values.
    await database.unscoped.transaction().execute(async (trx) => {
      for (let count = 0; count < 20; count += 1) {
        const kind = count % 2 === 0 ? "plan" : "lanes";
        const before = await countRowsRead(trx);
        const claimed = await claimJobs(trx, crypto.randomUUID(), [{ kind, ...limits }]);
        expect(claimed.jobs).toHaveLength(atMost);
        expect((await countRowsRead(trx)) - before).toBeLessThan(waiting / 2);
      }
    });
  },
);
