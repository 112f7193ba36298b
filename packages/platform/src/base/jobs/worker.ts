import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../db/opening/open-database.ts";
import { claimJobs, giveBackJobs, leaseKey } from "./claim.ts";
import { createFinisher } from "./finisher.ts";
import { JobPlaces } from "./job-places.ts";
import type { JobKinds } from "./job-types.ts";
import { runJob, type WorkerLog } from "./run-job.ts";
import { drain, startHeartbeat, waitUntilSettled } from "./running-jobs.ts";
import { openPayloads, type PayloadSecrets } from "./sealed-payload.ts";

/** Notifications wake a worker at once. The poll finds jobs that have become due. */
const pollMs = 2_000;

/**
 * After a claim that found fewer jobs than it asked for, the next one waits this many times as long as that claim took.
 * Otherwise hundreds of claims a second would bring one or two jobs each.
 */
const pauseShare = 4;

/** The longest such pause, in milliseconds, for a claim that had to wait itself. */
const longestPauseMs = 40;

/** How a worker runs. */
export interface WorkerOptions {
  readonly database: Database;
  readonly kinds: JobKinds;
  /** Opens sealed payloads. Without it, jobs with a sealed payload fail. */
  readonly secrets?: PayloadSecrets;
  readonly log?: WorkerLog;
}

/** A worker that runs. */
export interface Worker {
  /**
   * Takes no further jobs, waits `graceMs` for running ones, then aborts them and gives them back. Jobs whose handlers
   * have finished by then get two more seconds, because only their rows have to be removed.
   */
  stop(graceMs?: number): Promise<void>;
}

/** Starts a worker of this process. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { database, kinds, secrets, log = () => {} } = options;
  const worker = crypto.randomUUID();
  const finisher = createFinisher(database, (error) => log("poll_failed", { error }));
  let stopped = false;
  /** True when a job that ends makes room for another one. */
  let isLimited = false;
  let wake = (): void => {};
  const places = new JobPlaces(kinds, () => {
    if (isLimited) {
      wake();
    }
  });
  const { running } = places;

  /** @returns true when a kind returned as many jobs as were asked for, so that more may be due */
  const claim = async (): Promise<boolean> => {
    const asked = places.planClaims();
    // A job may end before the answer to the claim arrives.
    isLimited = true;
    if (asked.length === 0) {
      return false;
    }
    const claimed = await claimJobs(database.unscoped, worker, asked);
    const { jobs } = claimed;
    // A kind that has all of its places filled was not asked for.
    isLimited = claimed.isLimited || asked.length < places.size;
    const payloads = await openPayloads(database, secrets, jobs);
    for (const job of jobs) {
      const kind = kinds[job.kind];
      const sealed = payloads.get(leaseKey(job));
      places.run(job, async (signal, onHandled) => {
        if (kind !== undefined) {
          await runJob(job, { database, kind, finisher, log, sealed, onHandled, signal });
        }
      });
    }
    const counts = Map.groupBy(jobs, ({ kind }) => kind);
    return asked.some(({ kind, atMost }) => counts.get(kind)?.length === atMost);
  };
  const waitForWork = async (): Promise<void> => {
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const began = performance.now();
    const more = await claim().catch((error: unknown) => {
      log("poll_failed", { error });
      return false;
    });
    if (more || stopped) {
      return;
    }
    const pause = sleep(Math.min(pauseShare * (performance.now() - began), longestPauseMs));
    const timer = setTimeout(wake, pollMs);
    await woken;
    clearTimeout(timer);
    await pause;
  };
  const giveBack = async (): Promise<void> => {
    const given = places.planReturns();
    if (given.length > 0) {
      await giveBackJobs(database.unscoped, worker, given).catch((error: unknown) =>
        log("poll_failed", { error }),
      );
    }
  };
  const stopListening = await database.listen("jobs", () => wake());
  const heartbeat = startHeartbeat(database, worker, running, {
    log,
    onRecovered: () => wake(),
  });
  const looping = (async () => {
    while (!stopped) {
      await waitForWork();
    }
  })();
  return {
    stop: async (graceMs = 10_000) => {
      stopped = true;
      wake();
      await looping;
      await stopListening();
      await drain(running, graceMs);
      await giveBack();
      finisher.giveUp();
      await waitUntilSettled(running);
      clearInterval(heartbeat);
    },
  };
}
