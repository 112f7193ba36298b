import { relative } from "node:path";
import type { Command } from "commander";
import { type ConfiguredApi, readConfiguration } from "../commands/configuration.ts";
import { findApi } from "../commands/find-api.ts";
import { type GenerateResult, generate } from "../commands/generate.ts";
import type { GenerateOptions } from "../commands/generate-options.ts";
import type { PackageSettings } from "../commands/package-settings.ts";
import { portable } from "../commands/portable-command.ts";
import type { Session } from "../commands/session.ts";
import { defined } from "../defined.ts";
import { locateDiagnostics } from "../read/locate.ts";
import { createProgress, seconds } from "./progress.ts";
import { printable } from "./render-diagnostic.ts";
import { renderLosses } from "./render-losses.ts";
import { printJson, reportDiagnostics, runReported } from "./report.ts";
import { list, nothingToDo, packageOption, remotesOption } from "./usage.ts";
import type { Attempt } from "./watch.ts";
import { withinMemory } from "./young-generation.ts";

interface Flags {
  readonly out?: string;
  readonly targets?: readonly string[];
  readonly check?: boolean;
  readonly watch?: boolean;
  readonly json?: boolean;
  readonly templates?: string;
  readonly formats?: "assert" | "annotate";
  readonly readWriteSplit?: boolean;
  readonly readOnlyInRequests?: "accept" | "refuse";
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
    .argument("[document]", "the root document, or the name of an API of redocly.yaml")
    .option("-o, --out <folder>", "the folder to write, which then holds nothing else")
    .option(
      "-t, --targets <names>",
      "types, client, validators, server; all of them by default",
      list,
    )
    .option("--check", "write nothing; fail when the output is not up to date")
    .option("--watch", "generate again whenever the document changes")
    .option("--json", "print the result as JSON")
    .option("--templates <folder>", "templates that replace specwright's own")
    .addOption(
      program
        .createOption("--formats <how>", "whether validators assert `format`")
        .choices(["assert", "annotate"]),
    )
    .option(
      "--read-write-split",
      "types of requests without what is readOnly, and of responses without what is writeOnly",
    )
    .addOption(
      program
        .createOption(
          "--read-only-in-requests <how>",
          "what validators make of readOnly properties that are sent",
        )
        .choices(["accept", "refuse"]),
    )
    .option("--factory <name>", "the client's function that groups all operations")
    .option("--allow <folders>", "folders outside the document's that references may lead to", list)
    .option(...remotesOption)
    .option(...packageOption)
    .action(async (document: string | undefined, flags: Flags, command: Command) => {
      setCode(await runReported(flags.json === true, () => run(document, flags, command)));
    });
}

async function run(document: string | undefined, flags: Flags, command: Command): Promise<number> {
  const jobs = jobsOf(document, flags);
  if (jobs.length === 0) {
    return nothingToDo(command, document);
  }
  for (const job of jobs) {
    if (job.out === undefined) {
      return command.error(`error: where to write ${job.document} is missing: give --out <folder>`);
    }
  }
  const start = performance.now();
  const results: GenerateResult[] = [];
  const sessions = await sessionsOf(jobs, flags);
  for (const [index, job] of jobs.entries()) {
    results.push(await runJob(job, flags, sessions[index]));
  }
  if (flags.json === true) {
    printJson({
      ok: isFine(results, flags),
      milliseconds: Math.round(performance.now() - start),
      outputs: results.map(toJson),
    });
  }
  if (flags.watch === true) {
    const { watch } = await import("./watch.ts");
    const { isAsRead } = await import("../read/read-session.ts");
    await watch(
      jobs.map((job, index) => {
        const read = sessions[index]?.read;
        return {
          paths: results[index]?.inputs ?? [],
          templates: job.templates,
          run: async (attempt) => (await runJob(job, flags, sessions[index], attempt)).inputs,
          lookedFor: () => [...(read?.versions.keys() ?? [])],
          isAsRead: () => read === undefined || isAsRead(read),
        };
      }),
    );
  }
  return isFine(results, flags) ? 0 : 1;
}

async function sessionsOf(
  jobs: readonly Job[],
  { watch }: Flags,
): Promise<(Session | undefined)[]> {
  if (watch !== true) {
    return jobs.map(() => undefined);
  }
  const { createSession } = await import("../commands/session.ts");
  return jobs.map(() => createSession());
}

interface Job extends Omit<GenerateOptions, "out"> {
  readonly out?: string;
}

/** What the arguments and the configuration ask for; arguments win. */
function jobsOf(document: string | undefined, flags: Flags): Job[] {
  const apis = readConfiguration(process.cwd());
  const { out, targets, templates, formats, factory, allow, remotes } = flags;
  const { readWriteSplit, readOnlyInRequests } = flags;
  const given = defined({
    out,
    targets,
    templates,
    formats,
    readWriteSplit,
    readOnlyInRequests,
    factory,
    allow,
    remotes,
    package: flags.package,
  });
  if (document === undefined) {
    return apis
      .filter((api) => api.out !== undefined)
      .map((api) => ({ ...settingsOf(api), ...given }));
  }
  const api = findApi(apis, document, process.cwd());
  return [{ ...(api === undefined ? { document } : settingsOf(api)), ...given }];
}

function settingsOf(api: ConfiguredApi): Job {
  const { document, out, targets, templates, formats, factory, allow, remotes } = api;
  const { readWriteSplit, readOnlyInRequests, package: packages } = api;
  return defined({
    document,
    out,
    targets,
    templates,
    formats,
    readWriteSplit,
    readOnlyInRequests,
    factory,
    allow,
    remotes,
    package: packages,
  });
}

async function runJob(
  job: Job,
  flags: Flags,
  session?: Session,
  attempt?: Attempt,
): Promise<GenerateResult> {
  const start = performance.now();
  const isQuiet = flags.json === true;
  const stream = attempt === undefined ? process.stdout : { write: attempt.print };
  const onStep = withinMemory(isQuiet ? undefined : createProgress(stream));
  const options = {
    ...job,
    out: job.out ?? "",
    ...(flags.check === true ? { check: true } : {}),
    onStep,
    ...(attempt === undefined ? {} : { beforeWrite: attempt.confirm }),
  };
  const result = await generate(options, session);
  if (!isQuiet) {
    reportDiagnostics(result.diagnostics);
    stream.write(summary(result, flags, performance.now() - start) + alsoGenerated(result));
    stream.write(printable(renderLosses(result.losses)));
  }
  return result;
}

function isFine(results: readonly GenerateResult[], { check }: Flags): boolean {
  return check !== true || results.every(({ isUpToDate }) => isUpToDate);
}

function summary(result: GenerateResult, { check }: Flags, milliseconds: number): string {
  const { counts, written, unchanged, removed, isUpToDate } = result;
  const read =
    counts === undefined ? "" : `${counts.operations} operations, ${counts.schemas} schemas. `;
  const time = seconds(milliseconds);
  if (isUpToDate) {
    return `${read}Up to date: ${unchanged.length} files unchanged. ${time}\n`;
  }
  if (check === true) {
    const stale = [...written, ...removed].slice(0, 10).map((path) => `  ${path}\n`);
    const more = written.length + removed.length - stale.length;
    return (
      `${read}Not up to date: ${written.length} files to write, ${removed.length} to remove. ${time}\n` +
      `${stale.join("")}${more > 0 ? `  … and ${more} more\n` : ""}Next: run the same command without --check.\n`
    );
  }
  return (
    `${read}${written.length} files written, ${unchanged.length} unchanged, ${removed.length} removed. ${time}\n` +
    next(result)
  );
}

/** Targets that nobody asked for. */
function alsoGenerated({ imported }: GenerateResult): string {
  return imported.length === 0
    ? ""
    : `Generated as well: ${imported.join(" and ")}, which the targets that you named import.\n`;
}

/** What a user wants to do after generating for the first time. */
function next({ written, folder }: GenerateResult): string {
  const isFirst = written.includes("server/index.js");
  return isFirst
    ? `Next: specwright scaffold <document> --out ${portable(relative(process.cwd(), folder)) || "."} --handlers <folder>\n`
    : "";
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
  };
}
