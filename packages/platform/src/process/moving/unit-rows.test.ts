import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabases } from "../../testing/test-database.ts";
import { createTestProject, createTestSecrets } from "../../testing/test-project.ts";
import type { Unit } from "./manifest.ts";
import { listMovedTables } from "./moved-tables.ts";
import { prepareToMove, readPages } from "./unit-rows.ts";

test.each(testDatabases())(
  "pages are small, and each row is read about once although the table has no statistics, on $name",
  async ({ open }) => {
    const database = await open();
    const { projectId: id, organizationId } = await createTestProject(
      database,
      createTestSecrets(),
    );
    const unit: Unit = { kind: "project", id, organizationId };
    const { tables } = await listMovedTables(database.unscoped);
    const table = tables.find(({ name }) => name === "tool_execution_logs");
    if (table === undefined) {
      throw new Error("Logs move.");
    }
    const pages = await database.transactInProject(id, async (trx) => {
      // 4,000 small rows, and 12 of a megabyte among them.
      await sql`insert into tool_execution_logs (project_id, id, tool_slug, toolkit_slug, version, source, successful, bodies,
          duration_ms, request_id)
        select ${id}, 'log_' || n, 'T', 't', 'v', 'api', true, repeat('x', case when n % 333 = 0 then 1000000 else 10 end), 1, 'r'
        from generate_series(1, 4000) n`.execute(trx);
      await prepareToMove(trx);
      const read: (readonly string[])[] = [];
      for await (const page of readPages(trx, table, unit)) {
        read.push(page);
      }
      const counted = await sql<{
        tuples: number;
      }>`select (seq_tup_read + idx_tup_fetch)::int as tuples
        from pg_stat_xact_user_tables where relname = 'tool_execution_logs'`.execute(trx);
      // A page that was cut has read a few rows more than it has.
      expect(counted.rows[0]?.tuples).toBeLessThan(3 * 4_000);
      return read;
    });
    const ids = pages.flat().map((line): string => JSON.parse(line).id);
    expect([ids.length, new Set(ids).size]).toEqual([4_000, 4_000]);
    expect(ids).toEqual(ids.toSorted());
    const lengths = pages.map((page) => page.join("").length);
    expect(Math.max(...lengths)).toBeLessThan(2_200_000);
    expect(pages.length).toBeLessThan(60);
    await database.close();
  },
);
