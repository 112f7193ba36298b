import { describe, expect, test } from "vitest";
import { useDomainFixture } from "../../testing/domain-fixture.ts";
import { testDatabases } from "../../testing/test-database.ts";
import { recordExecution, testExecution } from "../../testing/test-execution.ts";
import { encodeCursor, parsePage } from "../lists/cursors.ts";
import { updateProjectConfig } from "../projects/config.ts";
import { purge } from "../removal/purge.ts";
import { type LogFilter, listToolExecutionLogs } from "./tool-execution-logs.ts";

describe.each(testDatabases())("on $name", ({ open }) => {
  const fixture = useDomainFixture(open);
  const { run, createOtherProject: newProject } = fixture;

  test("an execution is logged with its bodies sealed, and read as it was", async () => {
    const { reason, ...log } = testExecution({
      error: "canary-error\u0000",
      reason: "It failed.",
    });
    const beganAt = new Date();
    await run((scope) => recordExecution(scope, { ...log, reason, beganAt }));
    const { logs } = await run((scope) =>
      listToolExecutionLogs(scope, { log_ids: [log.id] }, parsePage({})),
    );
    expect(logs).toEqual([
      { ...log, status: "completed", truncated: [], created_at: beganAt.toISOString() },
    ]);
    const rows = await run(({ trx }) =>
      trx.selectFrom("tool_execution_logs").selectAll().execute(),
    );
    expect(JSON.stringify(rows)).not.toContain("canary");
  });

  test("no bodies are kept while the project says so", async () => {
    const log = testExecution({ error: "canary-error", reason: "It failed." });
    await run(async (scope) => {
      await updateProjectConfig(scope, { log_visibility_setting: "dont_store_data" });
      await recordExecution(scope, log);
      await updateProjectConfig(scope, { log_visibility_setting: "show_all" });
    });
    const { logs } = await run((scope) =>
      listToolExecutionLogs(scope, { log_ids: [log.id] }, parsePage({})),
    );
    expect(logs).toMatchObject([{ arguments: null, data: null, error: "It failed." }]);
    const row = await run(({ trx }) =>
      trx
        .selectFrom("tool_execution_logs")
        .select(["bodies", "error"])
        .where("id", "=", log.id)
        .executeTakeFirst(),
    );
    expect(row).toEqual({ bodies: null, error: "It failed." });
  });

  test("a log keeps 64 KiB of each body, and says which one it cut", async () => {
    const log = testExecution({
      arguments: { text: "a".repeat(1024 * 1024) },
      data: { text: "short" },
    });
    await run((scope) => recordExecution(scope, log));
    const { logs } = await run((scope) =>
      listToolExecutionLogs(scope, { log_ids: [log.id] }, parsePage({})),
    );
    expect(logs).toMatchObject([{ data: { text: "short" }, truncated: ["arguments"] }]);
    expect(String(logs[0]?.arguments?.text)).toHaveLength(64 * 1024);
  });

  test("a page of long logs ends early, and its cursor continues there", async () => {
    const project = await newProject();
    const ids: string[] = [];
    // Longer than logs are written. The first is longer than a page may be, and three of the others fit into one.
    for (const [index, mebibytes] of [5, 0.2, 0.2, 0.2, 0.2, 0.2].entries()) {
      const log = testExecution({ beganAt: new Date(Date.UTC(2026, 1, 1, 0, 0, 60 - index)) });
      ids.push(log.id);
      await run(async (scope) => {
        await recordExecution(scope, log);
        const place = { table: "tool_execution_logs", row: log.id, field: "bodies" };
        const text = "a".repeat(mebibytes * 1024 * 1024);
        const long = { arguments: { text }, data: null, truncated: [], error: null };
        const bodies = await scope.platform.secrets.seal(
          scope.trx,
          { ownerId: scope.projectId, ...place },
          long,
        );
        const one = scope.trx.updateTable("tool_execution_logs").where("id", "=", log.id);
        await one.set({ bodies }).execute();
      }, project);
    }
    const pages: string[][] = [];
    for (let cursor: string | null = null; ; ) {
      const page = parsePage({ limit: 5, cursor });
      const list = await run((scope) => listToolExecutionLogs(scope, {}, page), project);
      pages.push(list.logs.map(({ id }) => id));
      cursor = list.next_cursor;
      if (cursor === null) {
        break;
      }
    }
    expect(pages.flat()).toEqual(ids);
    // The first page in three parts, then the second page.
    expect(pages.map((page) => page.length)).toEqual([1, 3, 1, 1]);
  });

  test("filters hold together, a time range leaves its end out, and pages continue by a cursor", async () => {
    const project = await newProject();
    const at = (day: number): Date => new Date(Date.UTC(2026, 1, day));
    const one = testExecution({ beganAt: at(1), user_id: "a" });
    const two = testExecution({
      beganAt: at(2),
      user_id: "b",
      successful: false,
      tool_slug: "GITHUB_GET",
      toolkit_slug: "github",
    });
    const three = testExecution({
      beganAt: at(3),
      user_id: "b",
      connected_account_id: "ca_1",
      auth_config_id: "ac_1",
    });
    for (const log of [one, two, three]) {
      await run((scope) => recordExecution(scope, log), project);
    }
    const list = async (filter: LogFilter): Promise<string[]> => {
      const page = await run(
        (scope) => listToolExecutionLogs(scope, filter, parsePage({})),
        project,
      );
      return page.logs.map((log) => log.id);
    };
    expect(await list({})).toEqual([three.id, two.id, one.id]);
    expect(await list({ user_ids: ["b"], successful: true })).toEqual([three.id]);
    expect(await list({ tool_slugs: ["GITHUB_GET"], toolkit_slugs: ["github"] })).toEqual([two.id]);
    expect(
      await list({ connected_account_ids: ["ca_1"], auth_config_ids: ["ac_1", "ac_2"] }),
    ).toEqual([three.id]);
    expect(await list({ since: at(1).toISOString(), until: at(3).toISOString() })).toEqual([
      two.id,
      one.id,
    ]);
    expect(await list({ user_ids: [] })).toHaveLength(3);
    await expect(
      list({ since: at(2).toISOString(), until: at(2).toISOString() }),
    ).rejects.toMatchObject({
      slug: "Validation_Failed",
      errors: ["body.time_range.until: must be after since"],
    });
    const first = await run(
      (scope) => listToolExecutionLogs(scope, {}, parsePage({ limit: 2 })),
      project,
    );
    expect(first.next_cursor).toBe(encodeCursor({ page: 2, limit: 2 }));
    const second = await run(
      (scope) => listToolExecutionLogs(scope, {}, parsePage({ cursor: first.next_cursor })),
      project,
    );
    expect(second).toMatchObject({ logs: [{ id: one.id }], next_cursor: null });
  });

  test("logs are kept for thirty days, and older ones are purged in every project", async () => {
    const project = await newProject();
    const old = testExecution({ beganAt: new Date(Date.now() - 30.1 * 86_400_000) });
    const young = testExecution({ beganAt: new Date(Date.now() - 29.9 * 86_400_000) });
    for (const log of [old, young]) {
      await run((scope) => recordExecution(scope, log), project);
    }
    expect(await purge(fixture.platform)).toBeGreaterThanOrEqual(1);
    const { logs } = await run((scope) => listToolExecutionLogs(scope, {}, parsePage({})), project);
    expect(logs.map((log) => log.id)).toEqual([young.id]);
  });
});
