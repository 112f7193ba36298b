import { type JobContext, RetryLaterError } from "../../jobs/job-types.ts";
import { type Platform, runInProject } from "../scope.ts";
import { type DeliveryPlace, openDelivery, type WebhookMessage } from "./open-delivery.ts";
import { type AttemptOutcome, settleAttempt } from "./settle-attempt.ts";

/** Signs a message and sends it once. It throws only when `signal` aborted it; the attempt does not count then. */
export type SendWebhook = (message: WebhookMessage, signal: AbortSignal) => Promise<AttemptOutcome>;

/**
 * Makes one attempt to deliver. It reads the delivery, sends it outside of any transaction, and stores the outcome
 * and its consequence together. If the worker is killed before that, the attempt is made again; receivers recognise
 * it by `webhook-id`.
 *
 * @throws RetryLaterError when another attempt follows
 */
export async function deliver(
  platform: Platform,
  send: SendWebhook,
  { projectId, ...place }: { readonly projectId: string } & DeliveryPlace,
  { finish, signal }: Pick<JobContext, "finish" | "signal">,
): Promise<void> {
  const opened = await runInProject(platform, projectId, (scope) => openDelivery(scope, place));
  if (opened.kind === "over") {
    return;
  }
  if (opened.kind === "early") {
    throw new RetryLaterError({ at: opened.at });
  }
  const outcome = await send(opened.message, signal);
  signal.throwIfAborted();
  const next = await runInProject(platform, projectId, (scope) =>
    settleAttempt(scope, opened.message, outcome, () => finish(scope.trx)),
  );
  if (next !== undefined) {
    throw new RetryLaterError({ at: next });
  }
}
