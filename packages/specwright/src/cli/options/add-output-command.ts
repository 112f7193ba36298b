import type { Command } from "commander";
import { type ConfiguredApi, readConfiguration } from "../../commands/settings/configuration.ts";
import type { Settings } from "../../commands/settings/settings.ts";
import { runReported } from "../report/report.ts";
import { type Job, type JobContext, type JobResult, runJobs } from "../run-jobs.ts";
import { failNothingToDo } from "../usage.ts";
import { addSettings } from "./add-settings.ts";
import { listJobs } from "./list-jobs.ts";

/** The flags that all commands share that write an output folder. */
export interface OutputFlags {
  readonly check?: boolean;
  readonly watch?: boolean;
  readonly json?: boolean;
}

/** A command that makes an output folder from one document, or one folder for each configured API of redocly.yaml. */
export interface OutputCommand<Flags extends OutputFlags, OneJob extends Job, Result> {
  readonly name: string;
  readonly description: string;
  /** The setting in `x-specwright` that enables this command for an API. */
  readonly key: "out" | "docs";
  readonly settings: readonly (keyof Settings)[];
  /** The work of `--watch`. */
  readonly watchHelp: string;
  /** Flags that only this command has, with their help. */
  readonly flags?: Readonly<Record<string, string>>;
  /** The settings that flags give. */
  readonly pickGiven: (flags: Flags) => Partial<OneJob>;
  /** The document of an API with the settings that the command uses. */
  readonly toJob: (api: ConfiguredApi) => OneJob;
  readonly runJob: (
    job: OneJob & { readonly out: string },
    flags: Flags,
    context: JobContext,
  ) => Promise<Result>;
  readonly toJson: (result: Result) => unknown;
}

/** Adds such a command to the program. */
export function addOutputCommand<
  Flags extends OutputFlags,
  OneJob extends Job,
  Result extends JobResult,
>(
  program: Command,
  setCode: (code: number) => void,
  definition: OutputCommand<Flags, OneJob, Result>,
): void {
  const { name, key, flags: own = {} } = definition;
  const command = program
    .command(name)
    .description(definition.description)
    .argument(
      "[document]",
      `a path, a URL, - for standard input, or an API of redocly.yaml; by default every API of redocly.yaml with \`${key}\``,
    );
  addSettings(command, definition.settings)
    .option("--check", "write nothing; fail when the output is not up to date")
    .option("--watch", definition.watchHelp);
  for (const [flag, help] of Object.entries(own)) {
    command.option(flag, help);
  }
  command
    .option("--json", "print the result as JSON")
    .action(async (document: string | undefined, flags: Flags, self: Command) => {
      setCode(await runReported(flags.json === true, () => run(document, flags, self, definition)));
    });
}

async function run<Flags extends OutputFlags, OneJob extends Job, Result extends JobResult>(
  document: string | undefined,
  flags: Flags,
  command: Command,
  { key, pickGiven, toJob, runJob, toJson }: OutputCommand<Flags, OneJob, Result>,
): Promise<number> {
  const apis = readConfiguration(process.cwd());
  const jobs = listJobs(document, apis, pickGiven(flags), {
    isConfigured: (api) => api[key] !== undefined,
    toJob,
  });
  if (jobs.length === 0) {
    return failNothingToDo(command, "x-specwright", key);
  }
  return runJobs({
    jobs,
    apis: apis.map(({ name }) => name),
    flags,
    command,
    runJob: (job, context) => runJob(job, flags, context),
    toJson,
  });
}
