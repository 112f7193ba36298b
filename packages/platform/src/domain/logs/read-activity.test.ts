import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { useDomainFixture } from "../../testing/domain-fixture.ts";
import { testDatabases } from "../../testing/test-database.ts";
import { beginExecution, recordExecution, testExecution } from "../../testing/test-execution.ts";
import { createAuthConfig } from "../accounts/auth-configs/create-auth-config.ts";
import {
  readActivity,
  selectDeliveries,
  selectDisabledTriggers,
  selectExecutions,
  selectExpiredAccounts,
  selectUnusedLinks,
} from "./read-activity.ts";

const now = new Date("2026-02-06T12:00:30.000Z");
const minutesAgo = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000);

describe.each(testDatabases())("on $name", ({ open }) => {
  const fixture = useDomainFixture(open);
  const { run, createOtherProject } = fixture;

  test("executions are counted in their buckets, with errors and durations, without those of other projects", async () => {
    const other = await createOtherProject();
    await run((scope) => recordExecution(scope, testExecution({ beganAt: minutesAgo(2) })), other);
    for (const [minutes, duration_ms, successful] of [
      [1, 10, true],
      [1, 30, true],
      [1, 20, false],
      [59, 5, true],
      [60, 1, true],
    ] as const) {
      const log = testExecution({ duration_ms, successful, beganAt: minutesAgo(minutes) });
      await run((scope) => recordExecution(scope, log));
    }
    const { buckets, total, ...rest } = await run((scope) => readActivity(scope, "hour", { now }));
    expect(rest).toEqual({
      since: "2026-02-06T11:01:00.000Z",
      until: "2026-02-06T12:01:00.000Z",
      bucket_seconds: 60,
      executions_since: "2026-02-06T11:01:00.000Z",
      deliveries_since: "2026-02-06T11:01:00.000Z",
      disabled_trigger_ids: [],
      expired_account_ids: [],
      unused_links: 0,
    });
    expect(buckets).toHaveLength(60);
    expect(buckets[58]).toMatchObject({ executions: 3, errors: 1, p50_ms: 20, p99_ms: 30 });
    expect(buckets[0]).toMatchObject({ executions: 1, errors: 0, p50_ms: 5, p99_ms: 5 });
    expect(buckets[30]).toMatchObject({ executions: 0, errors: 0, p50_ms: null, p99_ms: null });
    expect(total).toMatchObject({ executions: 4, errors: 1, p50_ms: 10, p99_ms: 30 });
  });

  test("a running execution is neither an error nor in the durations, an interrupted one is an error", async () => {
    const project = await createOtherProject();
    const read = () => run((scope) => readActivity(scope, "hour"), project);
    await run((scope) => beginExecution(scope, testExecution()), project);
    expect((await read()).total).toMatchObject({ executions: 1, errors: 0, p50_ms: null });
    await run(
      ({ trx }) =>
        trx
          .updateTable("tool_execution_logs")
          .set({ leased_until: sql`now() - interval '1 second'` })
          .execute(),
      project,
    );
    expect((await read()).total).toMatchObject({ executions: 1, errors: 1, p50_ms: null });
  });

  test("only the newest are counted, and the answer says from when on", async () => {
    const project = await createOtherProject();
    for (const minutes of [3, 2, 1]) {
      const log = testExecution({ beganAt: minutesAgo(minutes) });
      await run((scope) => recordExecution(scope, log), project);
    }
    const activity = await run((scope) => readActivity(scope, "day", { now, limit: 2 }), project);
    expect(activity.total.executions).toBe(2);
    expect(activity.executions_since).toBe(minutesAgo(2).toISOString());
    expect(activity.deliveries_since).toBe(activity.since);
  });

  test("deliveries are counted by their outcome", async () => {
    const project = await createOtherProject();
    const rows = (["delivered", "failed", "pending"] as const).map((status, index) => ({
      project_id: project,
      id: `dlv_activity0000${index}`,
      subscription_id: "ws_activity00000",
      event_id: `msg_${index}`,
      event_at: minutesAgo(5),
      event_type: "platform.trigger.message",
      webhook_url: "https://example.com",
      status,
      replay_of: null,
      status_code: null,
      latency_ms: null,
      response_body: null,
      created_at: minutesAgo(5),
    }));
    await run(({ trx }) => trx.insertInto("webhook_deliveries").values(rows).execute(), project);
    const { total, buckets } = await run((scope) => readActivity(scope, "hour", { now }), project);
    expect(total).toMatchObject({ deliveries: 3, failed_deliveries: 1 });
    expect(buckets[54]).toMatchObject({ deliveries: 3, failed_deliveries: 1 });
  });

  test("triggers that the service disabled are listed, the last first, without those of their owner", async () => {
    const project = await createOtherProject();
    const rows = [
      { id: "ti_first0000000", minutes: 9, reason: "connection_expired" },
      { id: "ti_last00000000", minutes: 1, reason: "registration_failed" },
      { id: "ti_owner0000000", minutes: 2, reason: null },
    ].map(({ id, minutes, reason }) => ({
      project_id: project,
      id,
      connected_account_id: null,
      user_id: "ada",
      toolkit_slug: "hackernews",
      trigger_slug: "HACKERNEWS_NEW_ITEM",
      toolkit_version: null,
      kind: "poll" as const,
      config: "{}",
      config_hash: id,
      disabled_at: minutesAgo(minutes),
      disabled_reason: reason,
    }));
    await run(({ trx }) => trx.insertInto("trigger_instances").values(rows).execute(), project);
    const read = (id: string) => run((scope) => readActivity(scope, "hour"), id);
    expect((await read(project)).disabled_trigger_ids).toEqual([
      "ti_last00000000",
      "ti_first0000000",
    ]);
    expect((await read(await createOtherProject())).disabled_trigger_ids).toEqual([]);
  });

  test("accounts that worked and expired are listed, and links that nobody used are counted in the period", async () => {
    const project = await createOtherProject();
    const { auth_config } = await run(
      (scope) =>
        createAuthConfig(scope, {
          toolkit: { slug: "stripe" },
          auth_config: { type: "use_custom_auth", authScheme: "API_KEY" },
        }),
      project,
    );
    for (const [id, status_reason, minutes] of [
      ["ca_worked000000", "invalid_grant", 9],
      ["ca_worked_last0", "The application refused the key.", 1],
      ["ca_unused000000", null, 2],
      ["ca_unused_early", null, 61],
    ] as const) {
      await run(
        ({ trx }) =>
          trx
            .insertInto("connected_accounts")
            .values({
              project_id: project,
              id,
              auth_config_id: auth_config.id,
              toolkit_slug: "stripe",
              auth_scheme: "API_KEY",
              user_id: "ada",
              status: "EXPIRED",
              status_reason,
              secrets_version: 1,
              created_at: minutesAgo(minutes),
              updated_at: minutesAgo(minutes),
            })
            .execute(),
        project,
      );
    }
    const read = (id: string) => run((scope) => readActivity(scope, "hour", { now }), id);
    const activity = await read(project);
    expect(activity.expired_account_ids).toEqual(["ca_worked_last0", "ca_worked000000"]);
    expect(activity.unused_links).toBe(1);
    const others = await read(await createOtherProject());
    expect([others.expired_account_ids, others.unused_links]).toEqual([[], 0]);
  });

  test("all statements read only the newest rows of the project by an index, and stop at the limit", async () => {
    const range = { since: minutesAgo(60), seconds: 60, limit: 20_000 };
    const plans = await run(async (scope) => {
      // The tables of a test are so small that reading them whole would be right.
      await sql`set local enable_seqscan = off`.execute(scope.trx);
      return [
        await selectExecutions(scope, range).explain("json"),
        await selectDeliveries(scope, range).explain("json"),
        await selectDisabledTriggers(scope).explain("json"),
        await selectExpiredAccounts(scope).explain("json"),
        await selectUnusedLinks(scope, range.since).explain("json"),
      ].map((plan) => JSON.stringify(plan));
    });
    expect(plans[0]).toContain('"Index Name":"tool_execution_logs_by_time"');
    expect(plans[1]).toMatch(/"Index Name":"webhook_deliveries_\w*created_at_id_idx"/);
    expect(plans[2]).toContain('"Index Name":"trigger_instances_disabled"');
    expect(plans[3]).toContain('"Index Name":"connected_accounts_expired"');
    expect(plans[4]).toContain('"Index Name":"connected_accounts_by_status"');
    for (const plan of plans) {
      expect(plan).toContain('"Node Type":"Limit"');
      expect(plan).not.toContain('"Node Type":"Seq Scan"');
      expect(plan).not.toMatch(/"Node Type":"Limit"[^[]*"Plans":\[\{"Node Type":"Sort"/);
    }
  });
});
