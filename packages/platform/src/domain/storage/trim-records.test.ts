import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { useDomainFixture } from "../../testing/domain-fixture.ts";
import { testDatabases } from "../../testing/test-database.ts";
import type { Platform } from "../scope.ts";
import { readStoredBytes } from "./read-storage.ts";
import { trimRecords } from "./trim-records.ts";

/** Bytes of a row with a body of 600. */
const rowBytes = 1_000;

describe.each(testDatabases())("on $name", ({ open }) => {
  const fixture = useDomainFixture(open);
  const { run } = fixture;
  const withQuota = (logsAndEvents: number): Platform => ({
    ...fixture.platform,
    quotas: { ...fixture.platform.quotas, logsAndEvents },
  });
  const addLog = (id: string, minutesAgo: number, leased = false, project = fixture.projectId) =>
    run(
      ({ trx, projectId }) =>
        sql`insert into tool_execution_logs (project_id, id, tool_slug, toolkit_slug, version, source, successful, duration_ms,
          request_id, bodies, created_at, leased_until)
        values (${projectId}, ${id}, 'T', 't', 'v', 'api', true, 1, 'r', ${"x".repeat(600)},
          now() - make_interval(mins => ${minutesAgo}::integer), case when ${leased}::boolean then now() + interval '1 hour' end)`.execute(
          trx,
        ),
      project,
    );
  const addEvent = (id: string, minutesAgo: number, status: string | undefined) =>
    run(async ({ trx, projectId }) => {
      const at = sql`date_trunc('milliseconds', now() - make_interval(mins => ${minutesAgo}::integer))`;
      await sql`insert into webhook_events (project_id, id, subscription_id, event_type, version, body, is_test, created_at)
        values (${projectId}, ${id}, 's', 'e', 'V3', ${"x".repeat(600)}, false, ${at})`.execute(
        trx,
      );
      if (status !== undefined) {
        await sql`insert into webhook_deliveries (project_id, id, subscription_id, event_id, event_at, event_type, webhook_url, status)
          values (${projectId}, ${id}, 's', ${id}, ${at}, 'e', 'u', ${status})`.execute(trx);
      }
    });
  const list = async (): Promise<readonly string[]> =>
    (
      await run(({ trx }) =>
        sql<{
          id: string;
        }>`select id from tool_execution_logs union all select id from webhook_events order by id`.execute(
          trx,
        ),
      )
    ).rows.map(({ id }) => id);
  const failures: [string, unknown][] = [];
  const trim = (platform: Platform): Promise<number> =>
    trimRecords(platform, (projectId, error) => failures.push([projectId, error]));
  const readBytes = async (project = fixture.projectId) =>
    (await run((scope) => readStoredBytes(scope), project)).logs_and_events;

  test("the oldest logs and delivered events go, and running, waiting and failed ones stay", async () => {
    await addLog("log-1", 90);
    await addEvent("event-2-delivered", 80, "delivered");
    await addEvent("event-3-pending", 75, "pending");
    await addEvent("event-4-failed", 74, "failed");
    await addEvent("event-5-stored", 73, undefined);
    await addLog("log-6-runs", 72, true);
    await addLog("log-7", 70);
    await addLog("log-8", 60);
    const all = await list();
    // The process has noted more than there is, as one whose writes were undone.
    const { records } = fixture.platform;
    records.note(fixture.projectId, "logs", 50 * rowBytes);
    await records.flush();
    expect(await trim(withQuota(8 * rowBytes + 1))).toBe(0);
    expect([await list(), await readBytes()]).toEqual([all, 8 * rowBytes]);

    // A tenth below 6,667 bytes are 6,000, and two rows have to go.
    expect(await trim(withQuota(6_667))).toBe(2);
    expect(await list()).toEqual(all.filter((id) => !["log-1", "event-2-delivered"].includes(id)));
    expect(await readBytes()).toBe(6 * rowBytes);
    expect(await trim(withQuota(1))).toBe(2);
    expect(await list()).toEqual([
      "event-3-pending",
      "event-4-failed",
      "event-5-stored",
      "log-6-runs",
    ]);
    expect(await readBytes()).toBe(4 * rowBytes);
  });

  test("a project that is exactly full is trimmed, also when another one cannot be", async () => {
    const full = await fixture.createOtherProject();
    await addLog("log-9", 10);
    await addLog("log-10", 9, false, full);
    const { records, database } = fixture.platform;
    records.note(fixture.projectId, "logs", 600);
    records.note(full, "logs", 600);
    await records.flush();
    expect(await readBytes(full)).toBe(rowBytes);
    const broken: Platform = {
      ...withQuota(rowBytes),
      database: {
        ...database,
        transactInProject: async (projectId, work) => {
          if (projectId === fixture.projectId) {
            throw new Error("broken");
          }
          return await database.transactInProject(projectId, work);
        },
      },
    };
    // The full project may be found before or after the one that fails.
    expect(await trim(broken)).toBe(1);
    expect(failures.splice(0)).toEqual([[fixture.projectId, new Error("broken")]]);
    expect(await readBytes(full)).toBe(0);
  });

  test("bodies that a project does not store are not counted", async () => {
    const other = await fixture.createOtherProject();
    const { records } = fixture.platform;
    const setting = JSON.stringify({ log_visibility_setting: "dont_store_data" });
    await run(
      ({ trx }) => sql`update projects set config = config || ${setting}::jsonb`.execute(trx),
      other,
    );
    records.note(other, "logs", 5_000, 2);
    records.note(other, "events", 100);
    await records.flush();
    expect((await run((scope) => readStoredBytes(scope), other)).logs_and_events).toBe(1_300);
  });
});
