import type { Command } from "commander";
import { type ConfiguredApi, readConfiguration } from "../commands/configuration.ts";
import { findApi } from "../commands/find-api.ts";
import { type GenerateResult, generate } from "../commands/generate.ts";
import type { GenerateOptions } from "../commands/generate-options.ts";
import type { PackageSettings } from "../commands/package-settings.ts";
import { defined, pick } from "../defined.ts";
import { locateDiagnostics } from "../read/locate.ts";
import { count } from "./count.ts";
import { nextCommands } from "./next-commands.ts";
import { createProgress } from "./progress.ts";
import { printable } from "./render-diagnostic.ts";
import { renderEachLoss, renderLosses } from "./render-losses.ts";
import { renderWritten } from "./render-written.ts";
import { reportDiagnostics, runReported } from "./report.ts";
import { type JobContext, runJobs } from "./run-jobs.ts";
import { list, nothingToDo, packageOption, remotesOption } from "./usage.ts";
import { withinMemory } from "./young-generation.ts";

interface Flags {
  readonly out?: string;
  readonly targets?: readonly string[];
  readonly check?: boolean;
  readonly watch?: boolean;
  readonly json?: boolean;
  readonly losses?: boolean;
  readonly templates?: string;
  readonly formats?: "assert" | "annotate";
  readonly readWriteSplit?: boolean;
  readonly readOnlyInRequests?: "accept" | "refuse";
  readonly addedHeaders?: readonly string[];
  readonly emptyObjectsUnknown?: boolean;
  readonly defaultNonNullable?: boolean;
  readonly jsonParameters?: boolean;
  readonly splitEncodedCommas?: boolean;
  readonly factory?: string;
  readonly allow?: readonly string[];
  readonly remotes?: Readonly<Record<string, string>>;
  readonly package?: PackageSettings;
}

/** Adds `specwright generate`. */
export function addGenerate(program: Command, setCode: (code: number) => void): void {
  program
    .command("generate")
    .description("Generate code from a document, or from every API of redocly.yaml.")
    .argument(
      "[document]",
      "a path, a URL, - for standard input, or an API of redocly.yaml; by default every API of redocly.yaml with `out`",
    )
    .option("-o, --out <folder>", "the folder to write: a new one, or one that specwright wrote")
    .option(
      "-t, --targets <names>",
      "types, client, validators, server; all of them by default",
      list,
    )
    .option("--check", "write nothing; fail when the output is not up to date")
    .option("--watch", "generate again whenever the document changes")
    .option("--losses", "list every place that the generated code neither enforces nor carries")
    .option("--json", "print the result as JSON")
    .option("--templates <folder>", "templates that replace specwright's own")
    .addOption(
      program
        .createOption("--formats <how>", "whether validators assert `format`")
        .choices(["assert", "annotate"]),
    )
    // The positive spelling first: otherwise Commander would take the other one as given.
    .option("--read-write-split", "types for each direction where they differ; on by default")
    .option(
      "--no-read-write-split",
      "one type for both directions, readOnly and writeOnly included",
    )
    .addOption(
      program
        .createOption(
          "--read-only-in-requests <how>",
          "what validators make of readOnly properties that are sent",
        )
        .choices(["accept", "refuse"]),
    )
    .option(
      "--added-headers <names>",
      "headers that are added to answers in one place, so that handlers need not give them",
      list,
    )
    .option("--empty-objects-unknown", "`Record<string, unknown>` for objects without properties")
    .option("--default-non-nullable", "require properties with a default; off by default")
    .option("--no-default-non-nullable", "require only what the document requires")
    .option("--json-parameters", "send parameters that no style can carry as JSON")
    .option("--split-encoded-commas", "split every comma-joined list in the query at %2C too")
    .option("--factory <name>", "the client's function that groups all operations")
    .option("--allow <folders>", "folders outside the document's that references may lead to", list)
    .option(...remotesOption)
    .option(...packageOption)
    .action(async (document: string | undefined, flags: Flags, command: Command) => {
      setCode(await runReported(flags.json === true, () => run(document, flags, command)));
    });
}

async function run(document: string | undefined, flags: Flags, command: Command): Promise<number> {
  const apis = readConfiguration(process.cwd());
  const jobs = jobsOf(document, flags, apis);
  if (jobs.length === 0) {
    return nothingToDo(command, "x-specwright", "out");
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

interface Job extends Omit<GenerateOptions, "out"> {
  readonly out?: string;
  /** The folder that the configuration has for handlers. */
  readonly handlers?: string;
}

/** What can be said by flags and in redocly.yaml, by the same names. */
const settings = [
  "out",
  "targets",
  "templates",
  "formats",
  "readWriteSplit",
  "readOnlyInRequests",
  "addedHeaders",
  "emptyObjectsUnknown",
  "defaultNonNullable",
  "jsonParameters",
  "splitEncodedCommas",
  "factory",
  "allow",
  "remotes",
  "package",
] as const;

/** What the arguments and the configuration ask for; arguments win. */
function jobsOf(document: string | undefined, flags: Flags, apis: readonly ConfiguredApi[]): Job[] {
  const given = pick(flags, settings);
  const isConfigured = Object.keys(given).length === 0;
  const jobOf = (api: ConfiguredApi): Job => ({
    ...pick(api, ["document", "handlers", "losses", ...settings]),
    ...(isConfigured ? { configured: api.name } : given),
  });
  if (document === undefined) {
    return apis.filter((api) => api.out !== undefined).map(jobOf);
  }
  const api = findApi(apis, document, process.cwd());
  return [api === undefined ? { document, ...given } : jobOf(api)];
}

async function runJob(
  { handlers, ...job }: GenerateOptions & Pick<Job, "handlers">,
  flags: Flags,
  { session, attempt }: JobContext,
): Promise<GenerateResult> {
  const start = performance.now();
  const isQuiet = flags.json === true;
  const stream = attempt === undefined ? process.stdout : { write: attempt.print };
  const onStep = withinMemory(isQuiet ? undefined : createProgress(stream));
  const options = {
    ...job,
    ...(flags.check === true ? { check: true } : {}),
    // What is listed is found by looking.
    isExhaustive: flags.losses === true || flags.json === true,
    onStep,
    ...(attempt === undefined ? {} : { beforeWrite: attempt.confirm }),
  };
  const result = await generate(options, session);
  if (!isQuiet) {
    reportDiagnostics(result.diagnostics);
    const milliseconds = performance.now() - start;
    const { check } = flags;
    const written = renderWritten(result, {
      check,
      milliseconds,
      notes: alsoGenerated(result) + lossesOf(result, flags) + examplesOf(result),
      next: nextCommands({ ...job, ...defined({ handlers }) }, result),
    });
    stream.write(printable(written));
  }
  return result;
}

function examplesOf({ invalidExamples: found }: GenerateResult): string {
  const defaults = found.filter(({ code }) => code === "invalid-default").length;
  const examples = found.length - defaults;
  const counts = [
    ...(examples === 0 ? [] : [count(examples, "example")]),
    ...(defaults === 0 ? [] : [count(defaults, "default")]),
  ];
  const isOne = found.length === 1;
  return counts.length === 0
    ? ""
    : `${counts.join(" and ")} of the document ${isOne ? "does not fit its schema" : "do not fit their schemas"} (--json lists ${isOne ? "it" : "them"}).\n`;
}

function lossesOf({ losses, accepted }: GenerateResult, flags: Flags): string {
  if (flags.losses !== true) {
    return renderLosses(losses);
  }
  const others = accepted === 0 ? "" : `, and ${accepted} more that redocly.yaml accepts`;
  const each = renderEachLoss(locateDiagnostics(losses, process.cwd()));
  return `${count(losses.length, "loss", "losses")}${others}.\n${each === "" ? "" : `\n${each}`}`;
}

/** Targets that nobody asked for. */
function alsoGenerated({ imported }: GenerateResult): string {
  return imported.length === 0
    ? ""
    : `Generated as well: ${imported.join(" and ")}, which the targets that you named import.\n`;
}

function toJson({ folder, ...result }: GenerateResult): unknown {
  const files = {
    written: result.written,
    unchanged: result.unchanged,
    removed: result.removed,
  };
  return {
    folder,
    isUpToDate: result.isUpToDate,
    ...(result.imported.length === 0 ? {} : { imported: result.imported }),
    ...result.counts,
    files,
    diagnostics: locateDiagnostics(result.diagnostics, process.cwd()),
    losses: locateDiagnostics(result.losses, process.cwd()),
    acceptedLosses: result.accepted,
    invalidExamples: locateDiagnostics(result.invalidExamples, process.cwd()),
  };
}
