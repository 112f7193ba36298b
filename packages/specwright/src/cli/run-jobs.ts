import { resolve } from "node:path";
import type { Command } from "commander";
import type { OutputResult } from "../commands/output/output-command.ts";
import { type ConfiguredApi, locateConfiguration } from "../commands/settings/configuration.ts";
import { isNoPath } from "../commands/settings/portable-command.ts";
import { createDiagnosticError, type Diagnostic, DiagnosticError } from "../diagnostic.ts";
import type { Session } from "../watch/session.ts";
import type { Attempt, Watched, WatchedResult } from "../watch/watch.ts";
import type { Job } from "./options/list-jobs.ts";
import { readGiven } from "./read-given.ts";
import { escapeForTerminal } from "./report/render-diagnostic.ts";
import { printJson, reportDiagnostics, reportProblems } from "./report/report.ts";
import { showPath } from "./report/shown-path.ts";
import { requireDocument } from "./usage.ts";

/** A job whose output folder is known. */
export interface OutputJob extends Job {
  readonly out: string;
}

/** The jobs of a command, and how it was called. */
interface Jobs<Result> {
  readonly jobs: readonly Job[];
  /**
   * Reads the jobs from redocly.yaml again.
   *
   * @throws DiagnosticError for a mistake in redocly.yaml
   */
  readonly readJobs: () => readonly Job[];
  /** The APIs of redocly.yaml. */
  readonly apis: readonly ConfiguredApi[];
  readonly flags: { readonly watch?: boolean; readonly check?: boolean; readonly json?: boolean };
  /** Ends the command as wrong usage. */
  readonly command: Command;
  /**
   * @param session The session shared by several runs. Undefined in a command that runs once.
   * @param attempt Undefined the first time.
   */
  runJob(job: OutputJob, session?: Session, attempt?: Attempt): Promise<Result>;
  toJson(result: Result): unknown;
  /** With `--watch`, serves the output folder that `find` returns. Returns what to call after files were written. */
  readonly serve?: ((find: () => string) => Promise<() => void>) | undefined;
}

/**
 * Runs jobs one after the other. If one fails, the following ones still run. With `--watch`, runs a job again whenever
 * its document or redocly.yaml changes, also after a first run that failed because of a mistake in the document.
 *
 * @returns the exit code
 */
export async function runJobs<Result extends OutputResult>(all: Jobs<Result>): Promise<number> {
  const { flags, toJson } = all;
  const jobs = all.jobs.map((job) => withFolder(job, all));
  refuseToWatch(all);
  const start = performance.now();
  const outputs: Result[] = [];
  const problems: Diagnostic[] = [];
  const watched: Watched[] = [];
  for (const job of jobs) {
    if (jobs.length > 1 && flags.json !== true) {
      process.stdout.write(escapeForTerminal(`${showPath(job.document)} → ${showPath(job.out)}\n`));
    }
    const session = flags.watch === true ? await createSession() : undefined;
    let inputs: readonly string[];
    try {
      const result = await runJob(job, all, session);
      outputs.push(result);
      inputs = result.inputs;
    } catch (error) {
      if (!(error instanceof DiagnosticError)) {
        throw error;
      }
      problems.push(...error.diagnostics);
      inputs = listFilesToMend(error.diagnostics, job, session);
    }
    if (session !== undefined && inputs.length > 0) {
      watched.push(await followJob(job, all, session, inputs));
    }
  }
  if (problems.length > 0) {
    const sentence = `${jobs.length - outputs.length} of ${jobs.length} outputs were not changed.`;
    const rest = { sentence, json: { outputs: outputs.map(toJson) } };
    reportProblems(problems, flags.json === true, outputs.length === 0 ? undefined : rest);
  }
  if (watched.length > 0) {
    const { watch } = await import("../watch/watch.ts");
    await watch(watched);
  }
  const isUpToDate = flags.check !== true || outputs.every((output) => output.isUpToDate);
  if (flags.json === true && problems.length === 0) {
    const milliseconds = Math.round(performance.now() - start);
    printJson({ ok: isUpToDate, milliseconds, outputs: outputs.map(toJson) });
  }
  return isUpToDate && problems.length === 0 ? 0 : 1;
}

async function runJob<Result>(
  job: OutputJob,
  all: Jobs<Result>,
  session?: Session,
  attempt?: Attempt,
): Promise<Result> {
  return await all.runJob({ ...job, given: await readGiven(job.document) }, session, attempt);
}

/** A job that has run once, and runs again with the settings that redocly.yaml has by then. */
async function followJob<Result extends OutputResult>(
  first: OutputJob,
  all: Jobs<Result>,
  firstSession: Session,
  inputs: readonly string[],
): Promise<Watched> {
  let job = first;
  const reload = await all.serve?.(() => resolve(job.out));
  let session = firstSession;
  const toWatched = (files: readonly string[]): WatchedResult => ({
    inputs: [...files, locateConfiguration(process.cwd())],
    folders: [job.templates, job.guides].filter((folder) => folder !== undefined),
  });
  return {
    result: toWatched(inputs),
    session: () => session,
    report: reportDiagnostics,
    run: async (attempt) => {
      const next = findJob(first, all.readJobs());
      if (JSON.stringify(next) !== JSON.stringify(job)) {
        job = next;
        // The session keeps text that was printed with the earlier settings.
        session = await createSession();
      }
      const result = await runJob(job, all, session, attempt);
      if (!result.isUpToDate) {
        reload?.();
      }
      return toWatched(result.inputs);
    },
  };
}

/** @throws DiagnosticError when redocly.yaml no longer has the job */
function findJob({ name, document }: OutputJob, jobs: readonly Job[]): OutputJob {
  const job = jobs.find((each) => (name === undefined ? jobs.length === 1 : each.name === name));
  if (job?.out === undefined) {
    throw createDiagnosticError({
      code: "invalid-configuration",
      message: `redocly.yaml no longer has an output folder for ${name ?? showPath(document)}.`,
      fix: "Enter it again, or start the command again.",
    });
  }
  return { ...job, out: job.out };
}

/** The files that a failed run read, if one of them or a guide has a mistake. Empty when editing them would not help. */
function listFilesToMend(
  diagnostics: readonly Diagnostic[],
  { guides, document }: OutputJob,
  session: Session | undefined,
): readonly string[] {
  if (guides !== undefined && diagnostics.some(({ code }) => /\bguides?\b/.test(code))) {
    return [resolve(document), ...(session?.read.versions.keys() ?? [])];
  }
  const read = [...(session?.read.versions.keys() ?? []), ...(session?.targetFiles ?? [])];
  return diagnostics.some(({ file }) => file !== undefined && read.includes(resolve(file)))
    ? read
    : [];
}

/** `--watch` needs files: changes behind a URL are not reported, and standard input ends. */
function refuseToWatch({ jobs, flags, command }: Jobs<unknown>): void {
  const elsewhere = jobs.find(({ document }) => isNoPath(document));
  if (flags.watch === true && elsewhere !== undefined) {
    const name = elsewhere.document === "-" ? "standard input" : showPath(elsewhere.document);
    command.error(
      `error: --watch follows files, and ${name} is not a file. Save the document to a file and name that, or leave out --watch.`,
    );
  }
}

async function createSession(): Promise<Session> {
  return (await import("../watch/session.ts")).createSession();
}

function withFolder({ document, out, ...job }: Job, { command, apis }: Jobs<unknown>): OutputJob {
  if (out !== undefined) {
    return { document, out, ...job };
  }
  requireDocument(document, apis);
  return command.error(
    `error: no output folder for ${showPath(document)}. Pass --out <folder>, or set \`out\` for it in redocly.yaml.`,
  );
}
