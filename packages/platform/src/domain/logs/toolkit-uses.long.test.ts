import { Kysely, PostgresDialect, sql } from "kysely";
import { Pool } from "pg";
import { expect, test } from "vitest";
import { findNeed } from "../../../../../test/support/needs.ts";
import { openDatabase } from "../../base/db/opening/open-database.ts";
import { createMigratedDatabase } from "../../testing/created-databases.ts";
import { createTestPlatform } from "../../testing/test-platform.ts";
import { runInProject } from "../scope.ts";
import { readToolkitUses } from "./toolkit-uses.ts";

const server = findNeed("postgresql");
const logs = 500_000;

/** The query of `GET /toolkits` before counts were stored. */
const counted = sql<{ slug: string; uses: number }>`
  select toolkit_slug as slug, count(*)::integer as uses from tool_execution_logs
  where created_at > now() - interval '30 days' group by toolkit_slug`;

test.skipIf(server === undefined)(
  "uses are read from counters instead of logs, so 500,000 logs do not slow the list",
  async () => {
    const url = await createMigratedDatabase(server ?? "");
    const pool = new Pool({ connectionString: url });
    const login = new Kysely({ dialect: new PostgresDialect({ pool }) });
    // With forced row-level security, the owner of the tables could not write rows of a project.
    const force = async (word: "force" | "no force"): Promise<void> => {
      for (const table of ["organizations", "projects", "tool_execution_logs", "toolkit_uses"]) {
        await sql.raw(`alter table ${table} ${word} row level security`).execute(login);
      }
    };
    await force("no force");
    await sql`insert into organizations (id, name) values ('org_1', 'one')`.execute(login);
    await sql`insert into projects (id, organization_id, name) values ('proj_1', 'org_1', 'one')`.execute(
      login,
    );
    await sql`insert into tool_execution_logs
      (project_id, id, tool_slug, toolkit_slug, version, source, successful, duration_ms, request_id, bodies, created_at)
      select 'proj_1', 'log_' || n, 'T', 'toolkit-' || n % 8, '20251120_00', 'api', true, 1, 'r', repeat('x', 400),
        now() - make_interval(secs => n % 2500000)
      from generate_series(1, ${sql.lit(logs)}) n`.execute(login);
    await sql`insert into toolkit_uses (project_id, toolkit_slug, day, shard, uses)
      select project_id, toolkit_slug, (created_at at time zone 'UTC')::date, 0, count(*) from tool_execution_logs
      where created_at > now() - interval '30 days' group by 1, 2, 3`.execute(login);
    await sql`analyze tool_execution_logs`.execute(login);
    const expected = new Map(
      (await counted.execute(login)).rows.map(({ slug, uses }) => [slug, uses]),
    );
    const slow = await measureFastest(() => counted.execute(login));
    await force("force");
    await login.destroy();

    const database = await openDatabase({ kind: "postgres", url, poolSize: 2 });
    const platform = createTestPlatform(database);
    const read = () => runInProject(platform, "proj_1", readToolkitUses);
    expect(await read()).toEqual(expected);
    const fast = await measureFastest(read);
    const scans = await runInProject(platform, "proj_1", async (scope) => {
      await readToolkitUses(scope);
      return await sql<{ scans: number }>`
        select (seq_scan + coalesce(idx_scan, 0))::integer as scans from pg_stat_xact_user_tables
        where relname = 'tool_execution_logs'`.execute(scope.trx);
    });
    expect(scans.rows).toEqual([{ scans: 0 }]);
    process.stderr.write(
      `  uses of ${logs} logs: ${slow.toFixed(1)} ms from the logs, ${fast.toFixed(1)} ms from the counts\n`,
    );
    await database.close();
  },
);

/** Milliseconds of the fastest of ten calls. Other work on the machine can only make a call slower. */
async function measureFastest(call: () => Promise<unknown>): Promise<number> {
  let fastest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 10; round += 1) {
    const began = performance.now();
    await call();
    fastest = Math.min(fastest, performance.now() - began);
  }
  return fastest;
}
