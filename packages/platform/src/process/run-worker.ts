import type { Logger } from "pino";
import type { Services } from "../actions/services.ts";
import { pollApplication } from "../actions/triggers/poll-application.ts";
import { registerHook } from "../actions/triggers/register-hook.ts";
import { removeHooks } from "../actions/triggers/remove-hooks.ts";
import { purgeFiles, sweepFiles } from "../domain/files/erase-files.ts";
import { createJobKinds, purge } from "../domain/job-handlers.ts";
import { describeError } from "../http/errors/describe-error.ts";
import type { Metrics } from "../http/metrics.ts";
import { startWorker } from "../jobs/worker.ts";
import type { OpenPlatform } from "./open-platform.ts";
import { createRevokeCall } from "./revoke-call.ts";
import { createSendWebhook } from "./send-webhook.ts";

/** Milliseconds between deletions of rows past their retention. The first one is at the start. */
const purgeMs = 60 * 60 * 1000;

/** The parts of the process that a worker needs, and one setting. */
interface WorkerParts {
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly fileRetentionDays: number;
}

/**
 * Runs the jobs of the domain and removes rows past their retention.
 *
 * @returns a function that stops taking jobs, and resolves when the running ones have ended or were given back
 */
export async function runWorker(
  { platform, database, catalogs }: OpenPlatform,
  services: Services,
  { metrics, log, fileRetentionDays }: WorkerParts,
): Promise<() => Promise<void>> {
  const { tokens, egress, files } = services;
  const revoke = createRevokeCall(egress, catalogs, platform.managedAuth);
  const worker = await startWorker({
    database,
    kinds: createJobKinds(platform, {
      refresher: tokens,
      revoke,
      files,
      sendWebhook: createSendWebhook(egress),
      pollApplication: (poll, signal) => pollApplication(services, poll, signal),
      registerHook: (claim, signal) => registerHook(services, claim, signal),
      removeHooks: (removal, signal) => removeHooks(services, removal, signal),
    }),
    secrets: platform.secrets,
    log: (event, { kind, error, ...details }) => {
      if (kind !== undefined && event !== "poll_failed") {
        metrics.countJob(kind, event);
      }
      const level = error === undefined ? "debug" : "warn";
      const err = error === undefined ? {} : { err: describeError(error) };
      log[level]({ kind, ...details, ...err }, `job ${event}`);
    },
  });
  const clean = (): void => {
    const purged = [
      purge(platform),
      purgeFiles(platform, fileRetentionDays),
      sweepFiles(platform, files),
    ];
    Promise.all(purged).catch((error: unknown) =>
      log.warn({ err: describeError(error) }, "purge failed"),
    );
  };
  clean();
  const timer = setInterval(clean, purgeMs);
  return async () => {
    clearInterval(timer);
    await worker.stop();
  };
}
