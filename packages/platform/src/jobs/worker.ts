import type { Database } from "../db/open-database.ts";
import { type ActiveSpan, withSpan } from "../tracing/tracing.ts";
import { type Job, type JobHandlers, LeaseLostError } from "./job-types.ts";
import {
  claimJobs,
  extendLeases,
  failJob,
  finishJob,
  type LeasedJob,
  readPayload,
  releaseJob,
} from "./lease.ts";

/** Three signs of life fit into a lease, so that one slow query does not lose it. */
const heartbeatMs = 5_000;

/** Notifications wake a worker at once; the poll finds jobs whose time has come and leases that ended. */
const pollMs = 2_000;

/** What a worker tells its log: kinds and ids, never payloads. */
export type WorkerLog = (
  event: "done" | "failed" | "lease_lost" | "poll_failed",
  details: {
    readonly kind?: string;
    readonly job?: string;
    readonly attempt?: number;
    readonly error?: unknown;
  },
) => void;

/** How a worker runs. */
export interface WorkerOptions {
  readonly database: Database;
  readonly handlers: JobHandlers;
  /** Jobs at the same time; default 10. Handlers mostly wait for applications. */
  readonly concurrency?: number;
  readonly log?: WorkerLog;
}

/** A worker that runs. */
export interface Worker {
  /** Takes no new job, waits `graceMs` for those that run, then aborts them and gives them back. */
  stop(graceMs?: number): Promise<void>;
}

interface Running {
  readonly job: LeasedJob;
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

/** Starts a worker of this process. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { database, handlers, concurrency = 10, log = () => {} } = options;
  const running = new Map<string, Running>();
  let stopped = false;
  let wake = (): void => {};

  const claim = async (): Promise<boolean> => {
    const free = concurrency - running.size;
    if (free <= 0) {
      return false;
    }
    const jobs = await claimJobs(database.unscoped, Object.keys(handlers), free);
    for (const job of jobs) {
      const entry = begin(options, job);
      running.set(job.leaseToken, entry);
      entry.done.finally(() => {
        running.delete(job.leaseToken);
        wake();
      });
    }
    return jobs.length === free;
  };
  const waitForWork = async (): Promise<void> => {
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const more = await claim().catch((error: unknown) => {
      log("poll_failed", { error });
      return false;
    });
    if (more || stopped) {
      return;
    }
    const timer = setTimeout(wake, pollMs);
    await woken;
    clearTimeout(timer);
  };
  const stopListening = await database.listen("jobs", () => wake());
  const heartbeat = startHeartbeat(database, running, log);
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
      await drain(database, running, graceMs);
      clearInterval(heartbeat);
    },
  };
}

function begin(options: WorkerOptions, job: LeasedJob): Running {
  const abort = new AbortController();
  const attributes = { "platform.job": job.id, "platform.job.attempt": job.attempt };
  const done = withSpan(`job ${job.kind}`, { kind: "consumer", attributes }, (span) =>
    runJob(options, job, abort.signal, span),
  );
  return { job, abort, done };
}

function startHeartbeat(
  database: Database,
  running: ReadonlyMap<string, Running>,
  log: WorkerLog,
): NodeJS.Timeout {
  return setInterval(() => {
    beat(database, running).catch((error: unknown) => log("poll_failed", { error }));
  }, heartbeatMs);
}

async function beat(database: Database, running: ReadonlyMap<string, Running>): Promise<void> {
  if (running.size === 0) {
    return;
  }
  const asked = [...running.keys()];
  const held = await extendLeases(database.unscoped, asked);
  for (const token of asked) {
    if (!held.has(token)) {
      running.get(token)?.abort.abort(new LeaseLostError("The lease ended."));
    }
  }
}

async function drain(
  database: Database,
  running: ReadonlyMap<string, Running>,
  graceMs: number,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, graceMs);
  });
  await Promise.race([
    Promise.allSettled([...running.values()].map((entry) => entry.done)),
    timeUp,
  ]);
  clearTimeout(timer);
  // Given back first, so that what an aborted handler still does fails on its lost lease.
  const left = [...running.values()];
  await Promise.all(left.map((entry) => releaseJob(database, entry.job)));
  for (const entry of left) {
    entry.abort.abort(new LeaseLostError("The worker stops."));
  }
}

/** Never rejects: whatever happens to a job is written to its row or, when the database is gone, found by its lease. */
async function runJob(
  options: WorkerOptions,
  job: LeasedJob,
  signal: AbortSignal,
  span: ActiveSpan,
): Promise<void> {
  const { database, handlers, log = () => {} } = options;
  const details = { kind: job.kind, job: job.id, attempt: job.attempt };
  try {
    const payload = await readPayload(database, job);
    const handler = handlers[job.kind];
    if (payload === undefined || handler === undefined) {
      throw new LeaseLostError(job.id);
    }
    let finished = false;
    const finish = async (trx: Parameters<typeof finishJob>[0]): Promise<void> => {
      await finishJob(trx, job);
      finished = true;
    };
    const { projectId, id, kind, attempt } = job;
    const work: Job = { projectId, id, kind, payload, attempt };
    await handler(work, { database, signal, finish });
    if (!finished) {
      await database.scoped(job.projectId, (trx) => finishJob(trx, job));
    }
    log("done", details);
  } catch (error) {
    span.fail(error instanceof Error ? error.name : typeof error);
    if (error instanceof LeaseLostError) {
      log("lease_lost", details);
      return;
    }
    log("failed", { ...details, error });
    // If this fails too, the lease ends by itself.
    await failJob(database, job, error).catch((failure: unknown) =>
      log("poll_failed", { error: failure }),
    );
  }
}
