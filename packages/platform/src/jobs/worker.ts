import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../db/opening/open-database.ts";
import { Roster } from "../sharing/roster.ts";
import { type ClaimedJob, claimJobs, giveBackJobs, type KindClaim, leaseKey } from "./claim.ts";
import { createFinisher } from "./finisher.ts";
import type { JobKinds, JobLimits } from "./job-types.ts";
import { runJob, type WorkerLog } from "./run-job.ts";
import { drain, type Running, startHeartbeat, waitUntilSettled } from "./running-jobs.ts";
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

const defaultLimits: JobLimits = { perProcess: 100, perProject: 25, perLane: 5 };

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

/** A kind, and the number of jobs of this kind in this process. */
interface Place {
  readonly kind: string;
  readonly limits: JobLimits;
  /** Jobs whose handlers are running, and jobs that are held. */
  handling: number;
  held: number;
  afterProject: string;
}

/** Starts a worker of this process. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { database, kinds, secrets, log = () => {} } = options;
  const worker = crypto.randomUUID();
  const running = new Roster<Running>();
  const places = new Map<string, Place>(
    Object.entries(kinds).map(([kind, { limits }]) => [
      kind,
      { kind, limits: { ...defaultLimits, ...limits }, handling: 0, held: 0, afterProject: "" },
    ]),
  );
  const finisher = createFinisher(database, (error) => log("poll_failed", { error }));
  let stopped = false;
  /** True when a job that ends makes room for another one. */
  let isLimited = false;
  let wake = (): void => {};
  const wakeIfLimited = (): void => {
    if (isLimited) {
      wake();
    }
  };

  const begin = (job: ClaimedJob, sealed: Parameters<typeof runJob>[1]["sealed"]): void => {
    const place = places.get(job.kind);
    const kind = kinds[job.kind];
    if (place === undefined || kind === undefined) {
      return;
    }
    const abort = new AbortController();
    place.handling += 1;
    place.held += 1;
    const onHandled = (): void => {
      if (!entry.isHandled) {
        entry.isHandled = true;
        place.handling -= 1;
        wakeIfLimited();
      }
    };
    const entry: Running = {
      job,
      abort,
      isHandled: false,
      done: Promise.resolve()
        .then(() =>
          runJob(job, { database, kind, finisher, log, sealed, onHandled, signal: abort.signal }),
        )
        .finally(() => {
          leave();
          place.held -= 1;
          wakeIfLimited();
        }),
    };
    const leave = running.add(entry);
  };
  /** @returns true when a kind returned as many jobs as were asked for, so that more may be due */
  const claim = async (): Promise<boolean> => {
    const held = Map.groupBy(running, ({ job }) => job.kind);
    const asked = [...places.values()]
      .map((place) => toClaim(place, held.get(place.kind)))
      .filter(({ atMost }) => atMost > 0);
    // A job may end before the answer to the claim arrives.
    isLimited = true;
    if (asked.length === 0) {
      return false;
    }
    const claimed = await claimJobs(database.unscoped, worker, asked);
    const { jobs } = claimed;
    // A kind that has all of its places filled was not asked for.
    isLimited = claimed.isLimited || asked.length < places.size;
    const sealed = await openPayloads(database, secrets, jobs);
    const counts = new Map<string, number>();
    for (const job of jobs) {
      counts.set(job.kind, (counts.get(job.kind) ?? 0) + 1);
      const place = places.get(job.kind);
      if (place !== undefined) {
        place.afterProject = job.projectId;
      }
      begin(job, sealed.get(leaseKey(job)));
    }
    return asked.some(({ kind, atMost }) => counts.get(kind) === atMost);
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
  /** A claim of zero jobs, for the kinds that still have jobs. */
  const giveBack = async (): Promise<void> => {
    const aborted = [...running].filter(({ abort }) => abort.signal.aborted);
    if (aborted.length === 0) {
      return;
    }
    const left = [...running].filter(({ abort }) => !abort.signal.aborted);
    const held = Map.groupBy(left, ({ job }) => job.kind);
    const given = [...new Set(aborted.map(({ job }) => job.kind))].flatMap((kind) => {
      const place = places.get(kind);
      return place === undefined ? [] : [toClaim(place, held.get(kind))];
    });
    await giveBackJobs(database.unscoped, worker, given).catch((error: unknown) =>
      log("poll_failed", { error }),
    );
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

/**
 * Further jobs may run while the rows of finished jobs are being removed. A process holds at most `2 * perProcess`
 * jobs of a kind.
 */
function toClaim(place: Place, running: readonly Running[] = []): KindClaim {
  const { kind, limits, afterProject } = place;
  const { perProcess, perProject, perLane } = limits;
  const atMost = Math.min(perProcess - place.handling, 2 * perProcess - place.held);
  const held = running.map(({ job }) => job.id);
  return { kind, held, atMost, perProject, perLane, afterProject };
}
