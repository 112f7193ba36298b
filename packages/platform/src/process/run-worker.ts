import type { Logger } from "pino";
import type { Services } from "../actions/services.ts";
import { pollApplication } from "../actions/triggers/poll-application.ts";
import { registerHook } from "../actions/triggers/register-hook.ts";
import { removeHooks } from "../actions/triggers/remove-hooks.ts";
import { describeError } from "../api/http/errors/describe-error.ts";
import type { Metrics } from "../api/http/metrics.ts";
import { startWorker } from "../base/jobs/worker.ts";
import { purgeFiles, sweepFiles } from "../domain/files/erase-files.ts";
import { createJobKinds } from "../domain/job-handlers.ts";
import { measureQueue } from "../domain/operators/measure-queue.ts";
import { purge } from "../domain/removal/purge.ts";
import { trimRecords } from "../domain/storage/trim-records.ts";
import type { OpenPlatform } from "./open-platform.ts";
import { createRevokeCall } from "./revoke-call.ts";
import { createSendWebhook } from "./send-webhook.ts";

/** Milliseconds between deletions of rows past their retention. The first one is at the start. */
const purgeMs = 60 * 60 * 1000;

/** Milliseconds between looks for projects that have used up their quota of logs and events. */
const trimMs = 60_000;

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
  const sendWebhook = createSendWebhook(egress);
  const kinds = createJobKinds(platform, {
    refresher: tokens,
    revoke,
    files,
    sendWebhook: async (message, signal) => {
      const outcome = await sendWebhook(message, signal);
      metrics.countDelivery(outcome.statusCode);
      return outcome;
    },
    pollApplication: async (poll, signal) => {
      const result = await pollApplication(services, poll, signal);
      metrics.countPoll(result.kind);
      return result;
    },
    registerHook: (claim, signal) => registerHook(services, claim, signal),
    removeHooks: (removal, signal) => removeHooks(services, removal, signal),
  });
  metrics.showQueue(() => measureQueue(database.unscoped, Object.keys(kinds)));
  const worker = await startWorker({
    database,
    kinds,
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
  const trim = (): void => {
    const report = (error: unknown, project_id?: string): void =>
      log.warn({ err: describeError(error), project_id }, "logs and events were not trimmed");
    trimRecords(platform, (projectId, error) => report(error, projectId)).catch(report);
  };
  const trimTimer = setInterval(trim, trimMs);
  return async () => {
    clearInterval(timer);
    clearInterval(trimTimer);
    await worker.stop();
  };
}
