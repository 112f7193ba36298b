import type { Command } from "commander";
import type { OutputOptions, OutputResult } from "../../commands/output/output-command.ts";
import { type ConfiguredApi, readConfiguration } from "../../commands/settings/configuration.ts";
import { pick } from "../../defined.ts";
import { locateDiagnostics } from "../../document/read/locate.ts";
import type { Session } from "../../watch/session.ts";
import type { Attempt } from "../../watch/watch.ts";
import { createProgress } from "../report/progress.ts";
import { escapeForTerminal } from "../report/render-diagnostic.ts";
import { renderWritten } from "../report/render-written.ts";
import { reportDiagnostics, runReported } from "../report/report.ts";
import { type OutputJob, runJobs } from "../run-jobs.ts";
import { describeDocument, failNothingToDo } from "../usage.ts";
import { addSettings, pickGiven, type Rows } from "./add-settings.ts";
import { type Job, listJobs } from "./list-jobs.ts";

/** The flags that all commands share that write an output folder. */
export interface OutputFlags {
  readonly check?: boolean;
  readonly watch?: boolean;
  readonly json?: boolean;
}

/** A command that makes an output folder from one document, or one folder for each configured API of redocly.yaml. */
export interface OutputCommand<Flags extends OutputFlags, Result extends OutputResult> {
  readonly name: string;
  readonly description: string;
  /** The setting in `x-specwright` that enables this command for an API. */
  readonly key: "out" | "docs";
  /** The settings that the command has flags for. */
  readonly rows: Rows;
  /** The work of `--watch`. */
  readonly watchHelp: string;
  /** The end of the help: examples and exit codes. */
  readonly moreHelp: string;
  /** Flags that only this command has, with their help. */
  readonly flags: Readonly<Record<string, string>>;
  /** Moves the settings of the command to the top level, where flags are. Absent when they are there. */
  readonly arrange?: (api: ConfiguredApi) => ConfiguredApi;
  readonly run: (
    options: OutputJob & OutputOptions,
    flags: Flags,
    session: Session | undefined,
  ) => Promise<Result>;
  /** Notes about the result and the next steps, as complete lines. */
  readonly describe: (
    result: Result,
    flags: Flags,
    job: OutputJob,
  ) => { readonly notes?: string; readonly next: string };
  /** With `--watch`, serves the output folder that `find` returns. Returns what to call after files were written. */
  readonly serve?: (find: () => string, flags: Flags) => Promise<() => void>;
  /** Members of the JSON that only this command has. */
  readonly toJson?: (result: Result) => object;
}

/** Adds such a command to the program. */
export function addOutputCommand<Flags extends OutputFlags, Result extends OutputResult>(
  program: Command,
  setCode: (code: number) => void,
  definition: OutputCommand<Flags, Result>,
): void {
  const { name, key } = definition;
  const command = program
    .command(name)
    .description(definition.description)
    .argument("[document]", describeDocument(key));
  addSettings(command, definition.rows)
    .option("--check", "write nothing; fail when the output is not up to date")
    .addOption(command.createOption("--watch", definition.watchHelp).conflicts(["check", "json"]));
  for (const [flag, help] of Object.entries(definition.flags)) {
    command.option(flag, help);
  }
  command
    .option("--json", "print the result as JSON")
    .addHelpText("after", definition.moreHelp)
    .action(async (document: string | undefined, flags: Flags, self: Command) => {
      setCode(await runReported(flags.json === true, () => run(document, flags, self, definition)));
    });
}

async function run<Flags extends OutputFlags, Result extends OutputResult>(
  document: string | undefined,
  flags: Flags,
  command: Command,
  definition: OutputCommand<Flags, Result>,
): Promise<number> {
  const { key, rows, serve, arrange = (api: ConfiguredApi) => api } = definition;
  const given = pickGiven(flags, rows);
  const list = (apis: readonly ConfiguredApi[]): readonly Job[] =>
    listJobs(document, apis.map(arrange), given, (api) => api[key] !== undefined);
  const apis = readConfiguration(process.cwd());
  const jobs = list(apis);
  if (jobs.length === 0) {
    return failNothingToDo(command, "x-specwright", key);
  }
  return runJobs({
    jobs,
    readJobs: () => list(readConfiguration(process.cwd())),
    apis,
    flags,
    command,
    runJob: (job, session, attempt) => runJob(job, flags, definition, session, attempt),
    serve: serve && ((find) => serve(find, flags)),
    toJson: (result) => ({
      ...toCommonJson(result, flags.check === true),
      ...definition.toJson?.(result),
    }),
  });
}

async function runJob<Flags extends OutputFlags, Result extends OutputResult>(
  job: OutputJob,
  flags: Flags,
  { run: make, describe }: OutputCommand<Flags, Result>,
  session: Session | undefined,
  attempt: Attempt | undefined,
): Promise<Result> {
  const start = performance.now();
  const { json, check } = flags;
  const stream = attempt === undefined ? process.stdout : { write: attempt.print };
  const options = {
    ...job,
    ...pick(flags, ["check"]),
    ...(json === true ? {} : { onStep: createProgress(stream) }),
    ...(attempt === undefined ? {} : { beforeWrite: attempt.confirm }),
  };
  const result = await make(options, flags, session);
  if (json !== true) {
    reportDiagnostics(result.diagnostics);
    const milliseconds = performance.now() - start;
    const texts = describe(result, flags, job);
    stream.write(escapeForTerminal(renderWritten(result, { check, milliseconds, ...texts })));
  }
  return result;
}

/** After a run without `--check` the output is up to date, whether files had to be written or not. */
function toCommonJson(result: OutputResult, isCheck: boolean): object {
  const { folder, counts, written, unchanged, removed, diagnostics } = result;
  return {
    folder,
    isUpToDate: !isCheck || result.isUpToDate,
    ...counts,
    files: { written, unchanged, removed },
    diagnostics: locateDiagnostics(diagnostics, process.cwd()),
  };
}
