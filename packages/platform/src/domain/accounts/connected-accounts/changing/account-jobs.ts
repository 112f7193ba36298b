import { cancelJob, enqueue } from "../../../../jobs/enqueue.ts";
import type { Values } from "../../../fields/masking.ts";
import type { Scope } from "../../../scope.ts";
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
 * @param val `state.val` after the event
 */
export async function scheduleAfter(
  scope: Scope,
  id: string,
  event: AccountEvent,
  val: Values,
): Promise<void> {
  const { trx, projectId } = scope;
  if (event.type === "grant_succeeded" || event.type === "grant_failed") {
    await cancelJob(trx, { projectId, kind: expireKind, uniqueKey: id });
  }
  if (event.type === "grant_succeeded" || event.type === "refresh_succeeded") {
    await scheduleRefresh(scope, id, event.tokens?.expires_in, val);
  }
}

/**
 * A token is refreshed when a tenth of its lifetime is left, at least one minute and at most ten minutes before it
 * expires.
 */
async function scheduleRefresh(
  { trx, projectId }: Scope,
  id: string,
  seconds: number | undefined,
  { refresh_token: refreshToken }: Values,
): Promise<void> {
  if (seconds === undefined || typeof refreshToken !== "string") {
    return;
  }
  const leadMs = Math.min(600_000, Math.max(60_000, seconds * 100));
  const delayMs = Math.max(0, seconds * 1000 - leadMs);
  await enqueue(trx, { projectId, kind: refreshKind, uniqueKey: id, payload: { id }, delayMs });
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
