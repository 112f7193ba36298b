import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { useDomainFixture } from "../../testing/domain-fixture.ts";
import { testDatabases } from "../../testing/test-database.ts";
import {
  beginExecution,
  completeExecutions,
  recordExecution,
  testExecution,
} from "../../testing/test-execution.ts";
import { parsePage } from "../lists/cursors.ts";
import { updateProjectConfig } from "../projects/config.ts";
import { eraseUser } from "../removal/erase-user.ts";
import { purge } from "../removal/purge.ts";
import { createClaim } from "../requests/idempotency.ts";
import type { Scope } from "../scope.ts";
import { createExecutionLog } from "./execution-log.ts";
import { type BegunExecution, writeExecutions } from "./record-execution.ts";
import { type LogFilter, listToolExecutionLogs } from "./tool-execution-logs.ts";
import { readToolkitUses } from "./toolkit-uses.ts";

const { successful, error, reason, status_code, data, duration_ms, ...begun } = testExecution();
const end = { successful, error, reason, status_code, data, duration_ms };

async function listLogs(scope: Scope, filter: LogFilter = {}) {
  return (await listToolExecutionLogs(scope, filter, parsePage({}))).logs;
}

/** Moves the begin of the execution two minutes back. */
async function passLease({ trx }: Scope): Promise<void> {
  await trx
    .updateTable("tool_execution_logs")
    .set({ leased_until: sql<Date>`leased_until - interval '2 minutes'` })
    .execute();
}

describe.each(testDatabases())("on $name", ({ open }) => {
  const fixture = useDomainFixture(open);
  const { run, createOtherProject: newProject } = fixture;

  test("an execution that was begun is listed as running, and then with its outcome", async () => {
    const project = await newProject();
    await run((scope) => beginExecution(scope, begun), project);
    const running = await run((scope) => listLogs(scope), project);
    expect(running).toMatchObject([
      { status: "running", successful: false, error: null, arguments: begun.arguments, data: null },
    ]);
    for (const successful of [true, false]) {
      expect(await run((scope) => listLogs(scope, { successful }), project)).toEqual([]);
    }
    await run((scope) => completeExecutions(scope, [{ ...begun, end }]), project);
    const completed = await run((scope) => listLogs(scope, { successful: true }), project);
    expect(completed).toMatchObject([{ ...begun, data, duration_ms, status: "completed" }]);
  });

  test("an execution that nobody completes counts as interrupted once its lease is over", async () => {
    const project = await newProject();
    await run((scope) => beginExecution(scope, begun), project);
    await run(passLease, project);
    const logs = await run((scope) => listLogs(scope, { successful: false }), project);
    expect(logs).toMatchObject([
      {
        status: "interrupted",
        successful: false,
        error: expect.stringContaining("may have taken effect"),
        arguments: begun.arguments,
      },
    ]);
  });

  test("bodies that were not kept at one end are not kept at the other", async () => {
    for (const [first, second] of [
      ["show_all", "dont_store_data"],
      ["dont_store_data", "show_all"],
    ] as const) {
      const project = await newProject();
      const set = (log_visibility_setting: typeof first) =>
        run((scope) => updateProjectConfig(scope, { log_visibility_setting }), project);
      await set(first);
      await run((scope) => beginExecution(scope, begun), project);
      await set(second);
      await run((scope) => completeExecutions(scope, [{ ...begun, end }]), project);
      const logs = await run((scope) => listLogs(scope), project);
      expect(logs).toMatchObject([{ status: "completed", arguments: null, data: null }]);
    }
  });

  test("one statement begins executions and notes the outcomes of others", async () => {
    const project = await newProject();
    const [next, last] = [testExecution(), testExecution()];
    await run((scope) => beginExecution(scope, begun), project);
    const both = { begun: [next, last], ended: [{ ...begun, end }] };
    expect(await run((scope) => writeExecutions(scope, both), project)).toEqual([]);
    const logs = await run((scope) => listLogs(scope), project);
    expect(Object.fromEntries(logs.map(({ id, status }) => [id, status]))).toEqual({
      [begun.id]: "completed",
      [next.id]: "running",
      [last.id]: "running",
    });
    expect(await run(readToolkitUses, project)).toEqual(new Map([["stripe", 3]]));
  });

  test("an execution whose key was claimed before is neither logged nor counted", async () => {
    const project = await newProject();
    const withKey = (key: string): BegunExecution => ({
      ...testExecution(),
      newKey: {
        claim: createClaim({ kind: "project", id: project }, key),
        request: { key, fingerprint: "f".repeat(64), hasOutsideEffect: true },
      },
    });
    const [first, taken, other] = [withKey("a"), withKey("a"), withKey("b")];
    const log = createExecutionLog(fixture.platform);
    const place = { projectId: project, catalogVersion: 0 };
    await log.begin(place, first);
    const begins = [taken, other, begun].map((execution) => log.begin(place, execution));
    expect(await Promise.allSettled(begins)).toMatchObject([
      { status: "rejected", reason: { name: "KeyTakenError" } },
      { status: "fulfilled" },
      { status: "fulfilled" },
    ]);
    const logs = await run((scope) => listLogs(scope), project);
    expect(new Set(logs.map(({ id }) => id))).toEqual(new Set([first.id, other.id, begun.id]));
    expect(await run(readToolkitUses, project)).toEqual(new Map([["stripe", 3]]));
  });

  test("of executions with the same keys that begin in many statements, one of each key begins", async () => {
    const project = await newProject();
    const keys = Array.from({ length: 8 }, (_, index) => `many-${index}`);
    const statements = Array.from({ length: 12 }, (_, index) => {
      // Each statement has another order, and each key twice.
      const rotated = [...keys.slice(index % 8), ...keys.slice(0, index % 8), ...keys];
      return rotated.map((key) => ({
        ...testExecution(),
        newKey: {
          claim: createClaim({ kind: "project", id: project }, key),
          request: { key, fingerprint: "f".repeat(64), hasOutsideEffect: true },
        },
      }));
    });
    const unbegun = await Promise.all(
      statements.map((each) =>
        run((scope) => writeExecutions(scope, { begun: each, ended: [] }), project),
      ),
    );
    const all = statements.flat();
    const taken = unbegun.flatMap((each) => each ?? []);
    expect(taken).toHaveLength(all.length - keys.length);
    const began = all.filter(({ id }) => !taken.includes(id));
    expect(began.map(({ newKey }) => newKey.request.key).toSorted()).toEqual(keys);
    expect(await run(readToolkitUses, project)).toEqual(new Map([["stripe", keys.length]]));
  });

  test("an outcome is noted without reading the project's other logs, even in a new table", async () => {
    const project = await newProject();
    const many = Array.from({ length: 100 }, () => testExecution());
    // The statement is planned while PostgreSQL does not know how many rows the table has.
    await run((scope) => writeExecutions(scope, { begun: many, ended: [] }), project);
    const countRead = async ({ trx }: Scope): Promise<number> => {
      const { rows } = await sql<{
        read: number;
      }>`select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::integer as read
        from pg_stat_xact_user_tables where relname = 'tool_execution_logs'`.execute(trx);
      return rows[0]?.read ?? 0;
    };
    const [first, ...others] = many.map((each) => ({ ...each, end }));
    for (const ended of [first ? [first] : [], others]) {
      const read = await run(async (scope) => {
        const before = await countRead(scope);
        await completeExecutions(scope, ended);
        return (await countRead(scope)) - before;
      }, project);
      expect(read).toBeLessThanOrEqual(2 * ended.length);
    }
    expect(await run((scope) => listLogs(scope, { successful: true }), project)).toHaveLength(20);
  });

  test("when executions begin and end together in a project that is gone, the ends are noted", async () => {
    const project = await newProject();
    await run((scope) => beginExecution(scope, begun), project);
    await run(({ trx }) => sql`update projects set deleted_at = now()`.execute(trx), project);
    const log = createExecutionLog(fixture.platform);
    const place = { projectId: project, catalogVersion: 0 };
    const [began, ended] = await Promise.allSettled([
      log.begin(place, testExecution()),
      log.complete(place, { ...begun, end }),
    ]);
    expect(began).toMatchObject({ reason: { slug: "Project_NotFound" } });
    expect(ended.status).toBe("fulfilled");
    expect(await run((scope) => listLogs(scope), project)).toMatchObject([
      { id: begun.id, status: "completed" },
    ]);
  });

  test("an entry that was erased with its user while the call ran stays erased", async () => {
    const project = await newProject();
    await run((scope) => beginExecution(scope, begun), project);
    await run((scope) => eraseUser(scope, "user-1"), project);
    await run((scope) => completeExecutions(scope, [{ ...begun, end }]), project);
    expect(await run((scope) => listLogs(scope), project)).toEqual([]);
  });

  test("executions are counted by toolkit for thirty days, in their project alone", async () => {
    const [project, other] = [await newProject(), await newProject()];
    for (const toolkit_slug of ["stripe", "github", "stripe"]) {
      await run((scope) => recordExecution(scope, testExecution({ toolkit_slug })), project);
    }
    await run((scope) => recordExecution(scope, testExecution()), other);
    expect(await run(readToolkitUses, project)).toEqual(
      new Map([
        ["stripe", 2],
        ["github", 1],
      ]),
    );
    await run(
      ({ trx }) =>
        sql`update toolkit_uses set day = day - 30 where toolkit_slug = 'stripe'`.execute(trx),
      project,
    );
    expect(await run(readToolkitUses, project)).toEqual(new Map([["github", 1]]));
    await run(({ trx }) => sql`update toolkit_uses set day = day - 1`.execute(trx), project);
    await purge(fixture.platform);
    const left = await run(
      ({ trx }) => trx.selectFrom("toolkit_uses").selectAll().execute(),
      project,
    );
    expect(left).toMatchObject([{ toolkit_slug: "github", uses: 1 }]);
    expect(await run(readToolkitUses, other)).toEqual(new Map([["stripe", 1]]));
  });
});
