import { type ListedJob, listQueuedJobs } from "../../domain/operators/list-queued-jobs.ts";
import { retryJobs } from "../../domain/operators/retry-jobs.ts";
import { StartError } from "../start-error.ts";
import type { AdminContext, Outcome } from "./administer.ts";
import { explainNothing } from "./assert-project.ts";
import { printTable, printTime } from "./print-table.ts";

/** Jobs that `jobs retry --all` takes at a time. */
const retriedAtOnce = 500;

/**
 * `platform jobs list`: jobs that were given up, or that wait or run.
 *
 * @throws StartError when the project of `--project` does not exist
 */
export async function showJobs(context: AdminContext): Promise<Outcome> {
  const { opened, options } = context;
  const { state = "dead", limit = 50, kind, project: projectId } = options;
  const jobs = await listQueuedJobs(opened.database, { state, kind, projectId, atMost: limit });
  if (jobs.length === 0) {
    await explainNothing(context);
  }
  const names = [
    "JOB",
    "KIND",
    "PROJECT",
    "ATTEMPTS",
    "LAST ERROR",
    state === "dead" ? "DIED" : "DUE",
  ];
  const rows = jobs.map((job) => [
    ...[job.id, job.kind, job.projectId, job.attempts, job.lastError ?? "-"],
    printTime(job.diedAt ?? job.nextAt),
  ]);
  const end = jobs.length === limit ? `\nThe first ${limit}. Pass --limit for more.` : "";
  return {
    text: printTable(names, rows, `No jobs are ${state}.`) + end,
    data: { jobs: jobs.map(toData) },
  };
}

function toData(job: ListedJob): Readonly<Record<string, unknown>> {
  return {
    id: job.id,
    kind: job.kind,
    project_id: job.projectId,
    attempts: job.attempts,
    last_error: job.lastError,
    next_at: job.nextAt.toISOString(),
    died_at: job.diedAt?.toISOString() ?? null,
  };
}

/**
 * `platform jobs retry`: runs jobs again that were given up.
 *
 * @throws StartError when a job of the given ids is not dead, or the project of `--project` does not exist
 */
export async function retryDeadJobs(context: AdminContext): Promise<Outcome> {
  const { opened, options, progress } = context;
  const { ids = [], kind, project: projectId } = options;
  const { database } = opened;
  const retried: string[] = [];
  for (;;) {
    const atMost = ids.length === 0 ? retriedAtOnce : 100_000;
    const dead = await listQueuedJobs(database, { state: "dead", kind, projectId, atMost });
    const chosen = ids.length === 0 ? dead : dead.filter(({ id }) => ids.includes(id));
    const missing = ids.filter((id) => chosen.every((job) => job.id !== id));
    if (missing.length > 0) {
      throw new StartError(`These jobs are not dead, or do not exist: ${missing.join(", ")}.
Use ids that "platform jobs list" prints. No job was changed.`);
    }
    retried.push(...(await retryJobs(database, chosen)));
    if (ids.length > 0 || dead.length < atMost) {
      break;
    }
    progress(`${retried.length} jobs run again.`);
  }
  if (retried.length === 0) {
    await explainNothing(context);
  }
  const text =
    retried.length === 0
      ? "No job is dead."
      : `${retried.length} ${retried.length === 1 ? "job runs" : "jobs run"} again.`;
  return { text, data: { retried } };
}
