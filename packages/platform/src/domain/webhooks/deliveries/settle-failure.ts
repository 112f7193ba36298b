import { sql } from "kysely";
import { addToDatabaseNow, readDatabaseNow } from "../../../base/db/now.ts";
import { computeBackoff } from "../../../base/jobs/backoff.ts";
import type { Scope } from "../../scope.ts";
import { giveUpDeliveries } from "../webhook-subscriptions/give-up-deliveries.ts";
import type { WebhookMessage } from "./open-delivery.ts";

/** The result of an attempt. */
export interface AttemptOutcome {
  /** The status of the response; null when the receiver did not respond. */
  readonly statusCode: number | null;
  readonly latencyMs: number;
  /** The reason of the failure, as a sentence; null when the receiver answered with 2xx. */
  readonly error: string | null;
  /** The beginning of the response's body; empty without one. */
  readonly responseBody: string;
  /** The receiver's `Retry-After`. */
  readonly retryAfterMs?: number;
}

/** An outcome as it is stored: the body is an envelope, or null. */
export type SealedOutcome = Omit<AttemptOutcome, "responseBody"> & {
  readonly responseBody: string | null;
};

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** The delays before the second attempt, the third and so on (docs/decisions.md §9). With the first, ten attempts. */
const delays: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/** The longest delay that a receiver can ask for. */
const longestRetryAfter = 24 * hour;

/**
 * Stores an attempt that failed and its consequence: the delivery gets another attempt, or is given up. If the receiver
 * is gone (410), or has failed for five days, its subscription is disabled.
 *
 * @param finish removes the job of a delivery without further attempts
 * @returns the time of the next attempt, if any
 */
export async function settleFailure(
  scope: Scope,
  message: WebhookMessage,
  outcome: SealedOutcome,
  finish: () => Promise<void>,
): Promise<Date | undefined> {
  const isGone = outcome.statusCode === 410;
  const subscription = await noteFailure(scope, message);
  if (!(await addAttempt(scope, message, outcome))) {
    await finish();
    return undefined;
  }
  const hasFailedTooLong = subscription?.hasFailedTooLong === true;
  if (!isGone && message.attempt <= delays.length && !hasFailedTooLong) {
    const scheduled = computeBackoff(message.attempt, delays);
    const asked = Math.min(outcome.retryAfterMs ?? 0, longestRetryAfter);
    return await change(scope, message, "pending", Math.max(scheduled, asked));
  }
  await change(scope, message, "failed");
  await finish();
  if (isGone || hasFailedTooLong) {
    await disable(scope, message, isGone ? "gone" : "failing");
  }
  return undefined;
}

/** @returns false when the delivery is gone, for example because its user was erased meanwhile */
async function addAttempt(
  { trx, projectId }: Scope,
  { deliveryId, eventAt, attempt }: WebhookMessage,
  { statusCode, latencyMs, error, responseBody }: SealedOutcome,
): Promise<boolean> {
  const added = await trx
    .insertInto("webhook_attempts")
    .columns([
      ...(["project_id", "delivery_id", "event_at"] as const),
      ...(["attempt", "status_code", "latency_ms", "error", "response_body"] as const),
    ])
    .expression((each) =>
      each
        .selectFrom("webhook_deliveries")
        .select(["project_id", "id", "event_at"])
        .select([
          sql<number>`${attempt}::integer`.as("attempt"),
          sql<number | null>`${statusCode}::integer`.as("status_code"),
          sql<number>`${latencyMs}::integer`.as("latency_ms"),
          sql<string | null>`${error}::text`.as("error"),
          sql<string | null>`${responseBody}::text`.as("response_body"),
        ])
        .where("project_id", "=", projectId)
        .where("id", "=", deliveryId)
        .where("event_at", "=", eventAt)
        .forKeyShare(),
    )
    .executeTakeFirst();
  return added.numInsertedOrUpdatedRows === 1n;
}

/** Locks the subscription, so that only one of several simultaneous failures disables it. */
async function noteFailure(
  { trx, projectId }: Scope,
  { subscriptionId }: WebhookMessage,
): Promise<{ readonly hasFailedTooLong: boolean } | undefined> {
  return await trx
    .updateTable("webhook_subscriptions")
    .set({ failing_since: sql<Date>`coalesce(failing_since, now())` })
    .where("project_id", "=", projectId)
    .where("id", "=", subscriptionId)
    .returning(sql<boolean>`failing_since <= now() - interval '5 days'`.as("hasFailedTooLong"))
    .executeTakeFirst();
}

async function change(
  { trx, projectId }: Scope,
  { deliveryId, eventAt }: WebhookMessage,
  status: "failed" | "pending",
  delayMs?: number,
): Promise<Date | undefined> {
  const row = await trx
    .updateTable("webhook_deliveries")
    .set({
      status,
      next_attempt_at: delayMs === undefined ? null : addToDatabaseNow(delayMs),
      updated_at: readDatabaseNow(),
    })
    .where("project_id", "=", projectId)
    .where("id", "=", deliveryId)
    .where("event_at", "=", eventAt)
    .returning("next_attempt_at")
    .executeTakeFirst();
  return row?.next_attempt_at ?? undefined;
}

async function disable(
  scope: Scope,
  { subscriptionId }: WebhookMessage,
  reason: "gone" | "failing",
): Promise<void> {
  await scope.trx
    .updateTable("webhook_subscriptions")
    .set({ status: "disabled", disabled_reason: reason, updated_at: readDatabaseNow() })
    .where("project_id", "=", scope.projectId)
    .where("id", "=", subscriptionId)
    .where("status", "=", "enabled")
    .execute();
  await giveUpDeliveries(scope, subscriptionId);
}
