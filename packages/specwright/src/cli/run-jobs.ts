import { existsSync } from "node:fs";
import type { Command } from "commander";
import type { GivenDocument } from "../commands/load/read-document.ts";
import type { Session } from "../commands/load/session.ts";
import { isNoPath } from "../commands/settings/portable-command.ts";
import { type Diagnostic, DiagnosticError } from "../diagnostic.ts";
import type { ConfigurableJob } from "./options/list-jobs.ts";
import { readGiven } from "./read-given.ts";
import { escapeForTerminal } from "./report/render-diagnostic.ts";
import { printJson, reportProblems } from "./report/report.ts";
import { showPath } from "./report/shown-path.ts";
import { failNoSuchDocument } from "./usage.ts";
import type { Attempt } from "./watch/watch.ts";

/** A document, and the folder that is generated from it. */
export interface Job extends ConfigurableJob {
  readonly out?: string;
  readonly templates?: string;
  /** The text of a document that is a URL or standard input. */
  readonly given?: GivenDocument | undefined;
}

/** The context of a running job. */
export interface JobContext {
  /** The session shared by several runs. Undefined in a command that runs once. */
  readonly session: Session | undefined;
  /** Undefined the first time. */
  readonly attempt?: Attempt;
}

/** The functions of a command that runs jobs. */
export interface Jobs<OneJob extends Job, Result extends JobResult> {
  readonly jobs: readonly OneJob[];
  /** The names of the APIs of redocly.yaml. */
  readonly apis: readonly string[];
  readonly flags: { readonly watch?: boolean; readonly check?: boolean; readonly json?: boolean };
  /** Ends the command as wrong usage. */
  readonly command: Command;
  readonly runJob: (job: OneJob & { readonly out: string }, context: JobContext) => Promise<Result>;
  readonly toJson: (result: Result) => unknown;
}

/** The members of a result that `runJobs` uses. */
export interface JobResult {
  readonly isUpToDate: boolean;
  /** The files of the document, by absolute path. */
  readonly inputs: readonly string[];
}

/**
 * Runs jobs one after the other. If one fails, the following ones still run. With `--watch`, runs a job again whenever
 * its document changes.
 *
 * @returns the exit code
 */
export async function runJobs<OneJob extends Job, Result extends JobResult>(
  all: Jobs<OneJob, Result>,
): Promise<number> {
  const { flags, toJson } = all;
  const jobs = all.jobs.map((job) => withFolder(job, all));
  refuseToWatch(all);
  const runJob = async (job: (typeof jobs)[number], context: JobContext): Promise<Result> => {
    const given = await readGiven(job.document);
    return all.runJob(given === undefined ? job : { ...job, given }, context);
  };
  const start = performance.now();
  const done: (JobContext & { readonly job: (typeof jobs)[number]; readonly result: Result })[] =
    [];
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
function refuseToWatch({
  jobs,
  flags,
  command,
}: Pick<Jobs<Job, JobResult>, "jobs" | "flags" | "command">): void {
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

function withFolder<OneJob extends Job>(
  job: OneJob,
  all: Pick<Jobs<OneJob, JobResult>, "command" | "apis">,
): OneJob & { readonly out: string } {
  const { document, out } = job;
  return out === undefined ? failWithoutFolder(document, all) : { ...job, out };
}

function failWithoutFolder(
  document: string,
  { command, apis }: { readonly command: Command; readonly apis: readonly string[] },
): never {
  if (!isNoPath(document) && !existsSync(document)) {
    return failNoSuchDocument(command, document, apis);
  }
  return command.error(
    `error: no output folder for ${showPath(document)}. Pass --out <folder>, or set \`out\` for it in redocly.yaml.`,
  );
}
