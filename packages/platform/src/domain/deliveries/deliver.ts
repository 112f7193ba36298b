import { type JobContext, RetryLaterError } from "../../jobs/job-types.ts";
import { type Platform, runInProject } from "../scope.ts";
import { openDelivery, type WebhookMessage } from "./open-delivery.ts";
import { type AttemptOutcome, settleAttempt } from "./settle-attempt.ts";

/** Signs a message and sends it once. It throws only when `signal` ended it: then the attempt does not count. */
export type SendWebhook = (message: WebhookMessage, signal: AbortSignal) => Promise<AttemptOutcome>;

/**
 * One attempt to deliver: reads the delivery, sends it outside of any transaction, and stores what came of it together with
 * what follows. An attempt whose worker is killed before that is made again: receivers recognise it by `webhook-id`.
 *
 * @throws RetryLaterError when there is to be another attempt
 */
export async function deliver(
  platform: Platform,
  send: SendWebhook,
  projectId: string,
  id: string,
  { finish, signal }: Pick<JobContext, "finish" | "signal">,
): Promise<void> {
  const opened = await runInProject(platform, projectId, (scope) => openDelivery(scope, id));
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
