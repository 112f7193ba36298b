import type { Command } from "commander";
import type { Session } from "../commands/load/session.ts";
import type { OutputResult } from "../commands/output/output-command.ts";
import type { ConfiguredApi } from "../commands/settings/configuration.ts";
import { isNoPath } from "../commands/settings/portable-command.ts";
import { type Diagnostic, DiagnosticError } from "../diagnostic.ts";
import type { Job } from "./options/list-jobs.ts";
import { readGiven } from "./read-given.ts";
import { escapeForTerminal } from "./report/render-diagnostic.ts";
import { printJson, reportProblems } from "./report/report.ts";
import { showPath } from "./report/shown-path.ts";
import { requireDocument } from "./usage.ts";
import type { Attempt } from "./watch/watch.ts";

/** A job whose output folder is known. */
export interface OutputJob extends Job {
  readonly out: string;
}

/** The context of a running job. */
export interface JobContext {
  /** The session shared by several runs. Undefined in a command that runs once. */
  readonly session: Session | undefined;
  /** Undefined the first time. */
  readonly attempt?: Attempt;
}

/** The jobs of a command, and how it was called. */
interface AskedJobs {
  readonly jobs: readonly Job[];
  /** The APIs of redocly.yaml. */
  readonly apis: readonly ConfiguredApi[];
  readonly flags: { readonly watch?: boolean; readonly check?: boolean; readonly json?: boolean };
  /** Ends the command as wrong usage. */
  readonly command: Command;
}

/** Jobs with the functions of their command. */
export interface Jobs<Result extends OutputResult> extends AskedJobs {
  readonly runJob: (job: OutputJob, context: JobContext) => Promise<Result>;
  readonly toJson: (result: Result) => unknown;
}

/**
 * Runs jobs one after the other. If one fails, the following ones still run. With `--watch`, runs a job again whenever
 * its document changes.
 *
 * @returns the exit code
 */
export async function runJobs<Result extends OutputResult>(all: Jobs<Result>): Promise<number> {
  const { flags, toJson } = all;
  const jobs = all.jobs.map((job) => withFolder(job, all));
  refuseToWatch(all);
  const runJob = async (job: OutputJob, context: JobContext): Promise<Result> =>
    all.runJob({ ...job, given: await readGiven(job.document) }, context);
  const start = performance.now();
  const done: (JobContext & { readonly job: OutputJob; readonly result: Result })[] = [];
  const problems: Diagnostic[] = [];
  for (const job of jobs) {
    if (jobs.length > 1 && flags.json !== true) {
      process.stdout.write(escapeForTerminal(`${showPath(job.document)} → ${showPath(job.out)}\n`));
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
    const sentence = `${jobs.length - outputs.length} of ${jobs.length} outputs were not changed.`;
    const rest = { sentence, json: { outputs: outputs.map(toJson) } };
    reportProblems(problems, flags.json === true, outputs.length === 0 ? undefined : rest);
    return 1;
  }
  const ok = flags.check !== true || outputs.every(({ isUpToDate }) => isUpToDate);
  if (flags.json === true) {
    const milliseconds = Math.round(performance.now() - start);
    printJson({ ok, milliseconds, outputs: outputs.map(toJson) });
  }
  if (flags.watch === true) {
    const { watch } = await import("./watch/watch.ts");
    await watch(
      done.flatMap(({ job, session, result }) => {
        const run = (attempt: Attempt): Promise<Result> => runJob(job, { session, attempt });
        return session === undefined ? [] : [{ result, session, templates: job.templates, run }];
      }),
    );
  }
  return ok ? 0 : 1;
}

/** `--watch` needs files: changes behind a URL are not reported, and standard input ends. */
function refuseToWatch({ jobs, flags, command }: AskedJobs): void {
  const elsewhere = jobs.find(({ document }) => isNoPath(document));
  if (flags.watch === true && elsewhere !== undefined) {
    const name = elsewhere.document === "-" ? "standard input" : elsewhere.document;
    command.error(
      `error: --watch follows files, and ${name} is not a file. Save the document to a file and name that, or leave out --watch.`,
    );
  }
}

async function createSession(): Promise<Session> {
  return (await import("../commands/load/session.ts")).createSession();
}

function withFolder({ document, out, ...job }: Job, { command, apis }: AskedJobs): OutputJob {
  if (out !== undefined) {
    return { document, out, ...job };
  }
  requireDocument(command, document, apis);
  return command.error(
    `error: no output folder for ${showPath(document)}. Pass --out <folder>, or set \`out\` for it in redocly.yaml.`,
  );
}
