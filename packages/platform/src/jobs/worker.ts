import type { Database } from "../db/opening/open-database.ts";
import { type ClaimedJob, claimJobs, extendLeases, type KindClaim, recoverJobs } from "./claim.ts";
import { createFinisher } from "./finisher.ts";
import { type JobKinds, type JobLimits, LeaseLostError } from "./job-types.ts";
import { runJob, type WorkerLog } from "./run-job.ts";
import { openPayloads, type PayloadSecrets } from "./sealed-payload.ts";
import { releaseJob } from "./settle.ts";

/** Three signs of life fit into a lease, so that one slow query does not lose it. */
const heartbeatMs = 5_000;

/** Notifications wake a worker at once; the poll finds jobs whose time has come and leases that ended. */
const pollMs = 2_000;

const defaultLimits: JobLimits = { perProcess: 100, perProject: 25, perLane: 5 };

/** How a worker runs. */
export interface WorkerOptions {
  readonly database: Database;
  readonly kinds: JobKinds;
  /** Opens sealed payloads. Without it, jobs that have one fail. */
  readonly secrets?: PayloadSecrets;
  readonly log?: WorkerLog;
}

/** A worker that runs. */
export interface Worker {
  /** Takes no new job, waits `graceMs` for those that run, then aborts them and gives them back. */
  stop(graceMs?: number): Promise<void>;
}

interface Running {
  readonly job: ClaimedJob;
  readonly abort: AbortController;
  readonly done: Promise<void>;
  /** The handler came to its end; only the row is left to be removed. */
  isHandled: boolean;
}

/** A kind with what this process has of it. */
interface Place {
  readonly kind: string;
  readonly limits: JobLimits;
  /** Jobs whose handlers run, and jobs that are held. */
  handling: number;
  held: number;
  afterProject: string;
}

/** Starts a worker of this process. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { database, kinds, secrets, log = () => {} } = options;
  const running = new Map<string, Running>();
  const places = new Map<string, Place>(
    Object.entries(kinds).map(([kind, { limits }]) => [
      kind,
      { kind, limits: { ...defaultLimits, ...limits }, handling: 0, held: 0, afterProject: "" },
    ]),
  );
  const finisher = createFinisher(database, (error) => log("poll_failed", { error }));
  let stopped = false;
  let recoveredAt = Number.NEGATIVE_INFINITY;
  let wake = (): void => {};

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
        wake();
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
          running.delete(job.leaseToken);
          place.held -= 1;
          wake();
        }),
    };
    running.set(job.leaseToken, entry);
  };
  /** @returns whether a kind had as many jobs as were asked for, so that it may have more */
  const claim = async (): Promise<boolean> => {
    if (performance.now() - recoveredAt >= pollMs) {
      recoveredAt = performance.now();
      await recoverJobs(database.unscoped);
    }
    const asked = [...places.values()].map(toClaim).filter(({ atMost }) => atMost > 0);
    if (asked.length === 0) {
      return false;
    }
    const jobs = await claimJobs(database.unscoped, asked);
    const sealed = await openPayloads(database, secrets, jobs);
    const counts = new Map<string, number>();
    for (const job of jobs) {
      counts.set(job.kind, (counts.get(job.kind) ?? 0) + 1);
      const place = places.get(job.kind);
      if (place !== undefined) {
        place.afterProject = job.projectId;
      }
      begin(job, sealed.get(job.leaseToken));
    }
    return asked.some(({ kind, atMost }) => counts.get(kind) === atMost);
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
      finisher.giveUp();
      clearInterval(heartbeat);
    },
  };
}

/** While rows of done jobs are being removed others may run, but never more than so many wait for that. */
function toClaim({ kind, limits, handling, held, afterProject }: Place): KindClaim {
  const { perProcess, perProject, perLane } = limits;
  const atMost = Math.min(perProcess - handling, 2 * perProcess - held);
  return { kind, atMost, perProject, perLane, afterProject };
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
  // Given back first, so that later writes of an aborted handler fail on its lost lease. A handled job is done: its
  // row is on its way out, or its lease ends by itself.
  const left = [...running.values()].filter((entry) => !entry.isHandled);
  await Promise.all(left.map((entry) => releaseJob(database, entry.job)));
  for (const entry of left) {
    entry.abort.abort(new LeaseLostError("The worker stops."));
  }
}
