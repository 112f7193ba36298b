import { cancelJob, enqueue, enqueueAll, type NewJob } from "../../../../base/jobs/enqueue.ts";
import type { Values } from "../../../fields/masking.ts";
import type { Scope } from "../../../scope.ts";
import type { AccountRow } from "../account-rows.ts";
import type { AccountEvent } from "./account-events.ts";
import { expireKind, refreshKind } from "./job-kinds.ts";

/** Schedules the expiry of an account that its user has to complete by this time. */
export async function scheduleExpiry(
  { trx, projectId }: Scope,
  id: string,
  at: Date,
): Promise<void> {
  await enqueue(trx, { projectId, kind: expireKind, uniqueKey: id, payload: { id }, at });
}

/**
 * Schedules the jobs that follow from an event. An account that no longer waits does not expire, and new tokens are
 * refreshed before they expire.
 *
 * @param row as it is after the event
 * @param val `state.val` after the event
 */
export async function scheduleAfter(
  scope: Scope,
  { id, tokens_left_ms: leftMs }: AccountRow,
  event: AccountEvent,
  val: Values,
): Promise<void> {
  const { trx, projectId } = scope;
  const { type } = event;
  if (type === "grant_succeeded" || type === "grant_failed" || type === "credentials_replaced") {
    await cancelJob(trx, { projectId, kind: expireKind, uniqueKey: id });
  }
  if (type === "grant_succeeded" || type === "refresh_succeeded") {
    await scheduleRefresh(scope, id, event.tokens?.expires_in, val);
  }
  if (type === "credentials_replaced" && event.tokensEnd !== undefined) {
    await scheduleGiven(scope, [{ id, leftMs, val }]);
  }
}

/**
 * Schedules the refresh of a token when a tenth of its lifetime is left, at least one minute and at most ten minutes before it
 * expires.
 */
async function scheduleRefresh(
  scope: Scope,
  id: string,
  seconds: number | undefined,
  val: Values,
): Promise<void> {
  await enqueueAll(scope.trx, planRefresh(scope, id, seconds, val));
}

function planRefresh(
  { projectId }: Scope,
  id: string,
  seconds: number | undefined,
  { refresh_token: refreshToken }: Values,
): readonly NewJob[] {
  if (seconds === undefined || typeof refreshToken !== "string") {
    return [];
  }
  const leadMs = Math.min(600_000, Math.max(60_000, seconds * 100));
  const delayMs = Math.max(0, seconds * 1000 - leadMs);
  return [{ projectId, kind: refreshKind, uniqueKey: id, payload: { id }, delayMs }];
}

/** An account whose tokens were given to the service. */
export interface GivenAccount {
  readonly id: string;
  /** Milliseconds until the access token expires; null when that is not known. */
  readonly leftMs: number | null;
  readonly val: Values;
}

/**
 * Schedules the refreshes of tokens that were given to the service. One that has expired waits for the first call that needs it:
 * otherwise an import of many would ask the application for new tokens of them all at once.
 */
export async function scheduleGiven(
  scope: Scope,
  accounts: readonly GivenAccount[],
): Promise<void> {
  const jobs = accounts.flatMap(({ id, leftMs, val }) =>
    leftMs !== null && leftMs > 0 ? planRefresh(scope, id, leftMs / 1000, val) : [],
  );
  await enqueueAll(scope.trx, jobs);
}

/** Cancels the jobs of accounts that end. */
export async function cancelJobs({ trx, projectId }: Scope, ids: readonly string[]): Promise<void> {
  await trx
    .deleteFrom("jobs")
    .where("project_id", "=", projectId)
    .where("kind", "in", [expireKind, refreshKind])
    .where("unique_key", "in", ids)
    .execute();
}
