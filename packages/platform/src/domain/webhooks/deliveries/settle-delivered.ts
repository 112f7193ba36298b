import { runAgainOnce } from "../../../base/db/transactions/run-again.ts";
import type { Lease } from "../../../base/jobs/job-types.ts";
import { runInBatches } from "../../../base/sharing/in-batches.ts";
import type { Platform } from "../../scope.ts";
import { settleJobs } from "./delivery-statements.ts";
import type { WebhookMessage } from "./open-delivery.ts";
import type { SealedOutcome } from "./settle-failure.ts";

/** An attempt that succeeded. */
export interface DeliveredAttempt {
  readonly lease: Lease;
  readonly message: WebhookMessage;
  readonly outcome: Pick<SealedOutcome, "statusCode" | "latencyMs" | "responseBody">;
}

/**
 * Stores an attempt that succeeded, ends the delivery and removes its job, together. The subscription has not failed since.
 * Nothing is stored of a delivery that was deleted meanwhile.
 *
 * @returns false when the lease was lost; then nothing is stored
 */
export type SettleDelivered = (delivered: DeliveredAttempt) => Promise<boolean>;

/** A statement that hangs delays those after it by this long. */
const batches = { atMost: 500, patienceMs: 200 };

/** Attempts that end while a statement is on its way share the next one, whatever their projects (ADR 93). */
export function createSettleDelivered({ database }: Platform): SettleDelivered {
  return runInBatches<DeliveredAttempt, boolean>(async (delivered) => {
    const done = JSON.stringify(delivered.map(toRow));
    const settled = await runAgainOnce(() => settleJobs(database.unscoped, done));
    return delivered.map(({ lease }) => settled.has(lease.id));
  }, batches);
}

function toRow({ lease, message, outcome }: DeliveredAttempt) {
  return {
    project_id: lease.projectId,
    job_id: lease.id,
    job_attempt: lease.attempt,
    subscription_id: message.subscriptionId,
    delivery_id: message.deliveryId,
    event_at: message.eventAt,
    attempt: message.attempt,
    status_code: outcome.statusCode,
    latency_ms: outcome.latencyMs,
    response_body: outcome.responseBody,
  };
}
