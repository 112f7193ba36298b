import { sql } from "kysely";
import { readDatabaseNow } from "../../../base/db/now.ts";
import type { ScopedTransaction } from "../../../base/db/transactions/scoped.ts";
import {
  disableTriggers,
  schedulePolls,
} from "../../accounts/connected-accounts/changing/account-triggers.ts";
import type { LockedAccount } from "../../accounts/connected-accounts/open-account.ts";
import { type Platform, runInProject, type Scope } from "../../scope.ts";
import { pollAgainSeconds, wasNotified } from "./hasten-polls.ts";
import type { KeepWatch, Poll, PollApplication, PollResult } from "./poll-types.ts";
import { latenessMs, storeItems } from "./store-items.ts";
import type { TriggerRow } from "./trigger-record.ts";
import { findAndLockTrigger, type LockedTrigger, selectTriggers } from "./trigger-rows.ts";

/**
 * The number of failures in a row after which an instance is disabled. With the default interval that is two and a half
 * hours.
 */
const mostFailures = 10;

/**
 * Seconds. An instance with a watch is polled at four times its interval, but at least once in this time where its interval
 * allows it, because applications lose notifications.
 */
const longestOfWatched = 3_600;

/** For a configuration without `interval` (docs/decisions.md §8). */
const defaultIntervalSeconds = 900;

/**
 * Polls an instance once: reads from the application without a transaction, then stores the new events, what was seen and the
 * next poll in one. A worker that lost the job stores nothing.
 */
export async function pollTrigger(
  platform: Platform,
  {
    pollApplication,
    keepWatch,
  }: { readonly pollApplication: PollApplication; readonly keepWatch: KeepWatch },
  job: { readonly projectId: string; readonly id: string; readonly notified?: unknown },
  context: { readonly signal: AbortSignal; finish(trx: ScopedTransaction): Promise<void> },
): Promise<void> {
  const { projectId, id } = job;
  const poll = await runInProject(platform, projectId, (scope) => readPoll(scope, id));
  const ask = async (asked: Poll): Promise<PollResult> =>
    platform.records.isFull(projectId)
      ? { kind: "postponed" }
      : await pollApplication(asked, context.signal);
  const result = poll && (await ask(poll));
  await runInProject(platform, projectId, async (scope) => {
    const locked = await findAndLockTrigger(scope, id);
    const isOutdated = await wasNotified(scope, id, job.notified);
    await context.finish(scope.trx);
    if (locked !== undefined && locked.row.disabled_at === null && result !== undefined) {
      if (result.kind === "items") {
        await keepWatch(scope, locked.row, result.isWatched);
      }
      await storeResult(scope, locked, result, isOutdated);
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
      userId: row.user_id,
      config: row.config,
      since: row.oldest_item ?? row.late,
    }
  );
}

async function storeResult(
  scope: Scope,
  { row, account }: LockedTrigger,
  result: PollResult,
  isOutdated: boolean,
): Promise<void> {
  const failures =
    result.kind === "failed"
      ? row.poll_failures + 1
      : result.kind === "postponed"
        ? row.poll_failures
        : 0;
  if (result.kind === "items") {
    await storeItems(
      scope,
      row,
      account === undefined ? null : toEventAccount(account.row),
      result,
    );
  }
  if (result.kind === "ended" || failures >= mostFailures) {
    const reason = result.kind === "ended" ? result.reason : "poll_failed";
    await disableTriggers(scope, { triggerId: row.id }, reason);
    return;
  }
  const { seconds, watchedSeconds } = chooseInterval(row, result, isOutdated);
  const { left } = await scope.trx
    .updateTable("trigger_instances")
    .set({
      last_polled_at: readDatabaseNow(),
      next_poll_at: sql<Date>`now() + make_interval(secs => case when registration_expires_at > now()
        then ${watchedSeconds}::float8 else ${seconds}::float8 end)`,
      poll_failures: failures,
    })
    .where("project_id", "=", scope.projectId)
    .where("id", "=", row.id)
    .returning(sql<number>`1000 * extract(epoch from next_poll_at - now())::float8`.as("left"))
    .executeTakeFirstOrThrow();
  await schedulePolls(scope, [row.id], left);
}

/**
 * Seconds until the next poll: without a watch, and with one that has not expired. A poll that failed keeps the shorter interval,
 * because the notification that caused it does not come again.
 */
function chooseInterval(
  { config: { interval = defaultIntervalSeconds } }: Pick<TriggerRow, "config">,
  result: PollResult,
  isOutdated: boolean,
): { readonly seconds: number; readonly watchedSeconds: number } {
  const own = Number(interval);
  if (result.kind === "postponed") {
    return { seconds: own, watchedSeconds: own };
  }
  if (result.kind === "failed") {
    const seconds = Math.max(own, Math.min(result.retryAfterSeconds ?? 0, 86_400));
    return { seconds, watchedSeconds: seconds };
  }
  if (isOutdated) {
    return { seconds: pollAgainSeconds, watchedSeconds: pollAgainSeconds };
  }
  return { seconds: own, watchedSeconds: Math.max(own, Math.min(4 * own, longestOfWatched)) };
}

function toEventAccount({ id, uuid, auth_config_id: authConfigId }: LockedAccount["row"]) {
  return { id, uuid, authConfigId };
}
