import { type JobContext, RetryLaterError } from "../../../base/jobs/job-types.ts";
import { type Platform, runInProject } from "../../scope.ts";
import { createOpenDelivery, type WebhookMessage } from "./open-delivery.ts";
import { sealResponseBody } from "./response-bodies.ts";
import { createSettleDelivered } from "./settle-delivered.ts";
import { type AttemptOutcome, settleFailure } from "./settle-failure.ts";

/** Signs a message and sends it once. It throws only when `signal` aborted it; the attempt does not count then. */
export type SendWebhook = (message: WebhookMessage, signal: AbortSignal) => Promise<AttemptOutcome>;

/**
 * Makes one attempt at the delivery of a job.
 *
 * @throws RetryLaterError when another attempt follows
 */
export type Deliver = (
  context: Pick<JobContext, "finish" | "finishWith" | "lease" | "signal">,
) => Promise<void>;

/**
 * Deliveries are read, sent outside of any transaction, and settled: the outcome and its consequence are stored together. If
 * the worker is killed before that, the attempt is made again; receivers recognise it by `webhook-id`.
 */
export function createDeliver(platform: Platform, send: SendWebhook): Deliver {
  const openDelivery = createOpenDelivery(platform);
  const settleDelivered = createSettleDelivered(platform);
  return async ({ lease, finish, finishWith, signal }) => {
    const opened = await openDelivery(lease);
    if (opened.kind === "over") {
      return;
    }
    if (opened.kind === "early") {
      throw new RetryLaterError({ at: opened.at });
    }
    const { message } = opened;
    const result = await send(message, signal);
    signal.throwIfAborted();
    const responseBody = await sealResponseBody(platform, message, result.responseBody);
    const outcome = { ...result, responseBody };
    if (outcome.error === null) {
      await finishWith(() => settleDelivered({ lease, message, outcome }));
      return;
    }
    const next = await runInProject(platform, lease.projectId, (scope) =>
      settleFailure(scope, message, outcome, () => finish(scope.trx)),
    );
    if (next !== undefined) {
      throw new RetryLaterError({ at: next });
    }
  };
}
