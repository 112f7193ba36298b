import { sql } from "kysely";
import { readDatabaseNow } from "../../db/now.ts";
import type { ScopedTransaction } from "../../db/transactions/scoped.ts";
import { disableTriggers, schedulePolls } from "../connected-accounts/changing/account-triggers.ts";
import { type Platform, runInProject, type Scope } from "../scope.ts";
import type { Poll, PollApplication, PollResult } from "./poll-types.ts";
import { latenessMs, storeItems } from "./store-items.ts";
import type { TriggerRow } from "./trigger-record.ts";
import { findAndLockTrigger, selectTriggers } from "./trigger-rows.ts";

/**
 * The number of failures in a row after which an instance is disabled. With the default interval that is two and a half
 * hours.
 */
const mostFailures = 10;

/** For a configuration without `interval` (docs/decisions.md §8). */
const defaultIntervalSeconds = 900;

/**
 * Polls an instance once: reads from the application without a transaction, then stores the new events, what was seen and the
 * next poll in one. A worker that lost the job stores nothing.
 */
export async function pollTrigger(
  platform: Platform,
  pollApplication: PollApplication,
  job: { readonly projectId: string; readonly id: string },
  context: { readonly signal: AbortSignal; finish(trx: ScopedTransaction): Promise<void> },
): Promise<void> {
  const { projectId, id } = job;
  const poll = await runInProject(platform, projectId, (scope) => readPoll(scope, id));
  const result = poll && (await pollApplication(poll, context.signal));
  await runInProject(platform, projectId, async (scope) => {
    const row = (await findAndLockTrigger(scope, id))?.row;
    await context.finish(scope.trx);
    if (row !== undefined && row.disabled_at === null && result !== undefined) {
      await storeResult(scope, row, result);
    }
  });
}

async function readPoll(scope: Scope, id: string): Promise<Poll | undefined> {
  const row = await selectTriggers(scope)
    .selectAll()
    .select(sql<Date>`now() - make_interval(secs => ${latenessMs / 1000}::float8)`.as("late"))
    .where("id", "=", id)
    .where("kind", "=", "poll")
    .where("disabled_at", "is", null)
    .executeTakeFirst();
  return (
    row && {
      projectId: scope.projectId,
      triggerId: id,
      slug: row.trigger_slug,
      toolkitVersion: row.toolkit_version,
      accountId: row.connected_account_id,
      config: row.config,
      since: row.oldest_item ?? row.late,
    }
  );
}

async function storeResult(scope: Scope, row: TriggerRow, result: PollResult): Promise<void> {
  const account = await scope.trx
    .selectFrom("connected_accounts")
    .select(["id", "uuid", "user_id", "auth_config_id"])
    .where("project_id", "=", scope.projectId)
    .where("id", "=", row.connected_account_id)
    .executeTakeFirstOrThrow();
  const failures = result.kind === "failed" ? row.poll_failures + 1 : 0;
  if (result.kind === "items") {
    await storeItems(scope, row, account, result);
  }
  if (result.kind === "ended" || failures >= mostFailures) {
    const reason = result.kind === "ended" ? result.reason : "poll_failed";
    await disableTriggers(scope, account, reason, row.id);
    return;
  }
  const { interval = defaultIntervalSeconds } = row.config;
  const asked = result.kind === "failed" ? (result.retryAfterSeconds ?? 0) : 0;
  const seconds = Math.max(Number(interval), Math.min(asked, 86_400));
  await scope.trx
    .updateTable("trigger_instances")
    .set({
      last_polled_at: readDatabaseNow(),
      next_poll_at: sql<Date>`now() + make_interval(secs => ${seconds}::float8)`,
      poll_failures: failures,
    })
    .where("project_id", "=", scope.projectId)
    .where("id", "=", row.id)
    .execute();
  await schedulePolls(scope, [row.id], seconds * 1000);
}
