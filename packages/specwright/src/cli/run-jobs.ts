import { existsSync } from "node:fs";
import type { Command } from "commander";
import type { Session } from "../commands/session.ts";
import { type Diagnostic, DiagnosticError } from "../diagnostic.ts";
import { printable } from "./render-diagnostic.ts";
import { printJson, reportProblems } from "./report.ts";
import { shownPath } from "./shown-path.ts";
import { noSuchDocument } from "./usage.ts";
import type { Attempt } from "./watch.ts";

/** A document with the folder that is made of it. */
export interface Job {
  readonly document: string;
  readonly out?: string;
  readonly templates?: string;
}

/** What is known when a job runs. */
export interface JobContext {
  /** What runs leave each other; undefined in a command that runs once. */
  readonly session: Session | undefined;
  /** Undefined the first time. */
  readonly attempt?: Attempt;
}

/** What a command does with its jobs. */
export interface Jobs<OneJob extends Job, Result extends JobResult> {
  readonly jobs: readonly OneJob[];
  readonly flags: { readonly watch?: boolean; readonly check?: boolean; readonly json?: boolean };
  /** To end with wrong usage. */
  readonly command: Command;
  readonly runJob: (job: OneJob & { readonly out: string }, context: JobContext) => Promise<Result>;
  readonly toJson: (result: Result) => unknown;
}

/** What matters of a result here. */
export interface JobResult {
  readonly isUpToDate: boolean;
  /** The files of the document, by absolute path. */
  readonly inputs: readonly string[];
}

/**
 * Runs jobs one after the other, those after one that fails too, and with `--watch` again whenever their documents change.
 *
 * @returns the exit code
 */
export async function runJobs<OneJob extends Job, Result extends JobResult>(
  all: Jobs<OneJob, Result>,
): Promise<number> {
  const { flags, command, runJob, toJson } = all;
  const jobs = all.jobs.map((job) => withFolder(job, command));
  const start = performance.now();
  const done: (JobContext & { readonly job: (typeof jobs)[number]; readonly result: Result })[] =
    [];
  const problems: Diagnostic[] = [];
  for (const job of jobs) {
    if (jobs.length > 1 && flags.json !== true) {
      process.stdout.write(printable(`${shownPath(job.document)} → ${shownPath(job.out)}\n`));
    }
    const session = flags.watch === true ? await createSession() : undefined;
    try {
      done.push({ job, session, result: await runJob(job, { session }) });
    } catch (error) {
      if (!(error instanceof DiagnosticError)) {
        throw error;
      }
      problems.push(...error.diagnostics);
    }
  }
  const outputs = done.map(({ result }) => result);
  if (problems.length > 0) {
    const rest = { outputs: outputs.map(toJson), ofAll: jobs.length };
    reportProblems(problems, flags.json === true, outputs.length === 0 ? undefined : rest);
    return 1;
  }
  const ok = flags.check !== true || outputs.every(({ isUpToDate }) => isUpToDate);
  if (flags.json === true) {
    const milliseconds = Math.round(performance.now() - start);
    printJson({ ok, milliseconds, outputs: outputs.map(toJson) });
  }
  if (flags.watch === true) {
    const { watch } = await import("./watch.ts");
    await watch(
      done.flatMap(({ job, session, result }) => {
        const run = (attempt: Attempt): Promise<Result> => runJob(job, { session, attempt });
        return session === undefined ? [] : [{ result, session, templates: job.templates, run }];
      }),
    );
  }
  return ok ? 0 : 1;
}

async function createSession(): Promise<Session> {
  return (await import("../commands/session.ts")).createSession();
}

function withFolder<OneJob extends Job>(
  job: OneJob,
  command: Command,
): OneJob & { readonly out: string } {
  const { document, out } = job;
  return out === undefined ? noFolder(document, command) : { ...job, out };
}

function noFolder(document: string, command: Command): never {
  if (!existsSync(document)) {
    return noSuchDocument(command, document);
  }
  return command.error(
    `error: where to write what is made of ${shownPath(document)} is missing: give --out <folder>`,
  );
}
