import { join, relative } from "node:path";
import type { Command } from "commander";
import { type ConfiguredApi, readConfiguration } from "../commands/configuration.ts";
import { type DocsOptions, type DocsResult, docs } from "../commands/docs.ts";
import { findApi } from "../commands/find-api.ts";
import type { PackageSettings } from "../commands/package-settings.ts";
import { portable } from "../commands/portable-command.ts";
import { createSession, type Session } from "../commands/session.ts";
import { defined } from "../defined.ts";
import { locateDiagnostics } from "../read/locate.ts";
import { isAsRead } from "../read/read-session.ts";
import { createProgress, seconds } from "./progress.ts";
import { printable } from "./render-diagnostic.ts";
import { printJson, reportDiagnostics, runReported } from "./report.ts";
import { list, nothingToDo, packageOption, remotesOption } from "./usage.ts";
import { type Attempt, watch } from "./watch.ts";
import { withinMemory } from "./young-generation.ts";

interface Flags {
  readonly out?: string;
  /** A module; `true` where nothing is said, because the flag can be negated. */
  readonly client?: string | boolean;
  readonly watch?: boolean;
  readonly json?: boolean;
  readonly templates?: string;
  readonly allow?: readonly string[];
  readonly remotes?: Readonly<Record<string, string>>;
  readonly package?: PackageSettings;
}

/** Adds `specwright docs`. */
export function addDocs(program: Command, setCode: (code: number) => void): void {
  program
    .command("docs")
    .description("Make the reference of a document as static files, rendered by redoc.")
    .argument("[document]", "the root document, or the name of an API of redocly.yaml")
    .option("-o, --out <folder>", "the folder to write, which then holds nothing else")
    .option("--client <module>", "what samples import the generated client from")
    .option("--no-client", "no samples of the generated client")
    .option("--watch", "make it again whenever the document changes")
    .option("--json", "print the result as JSON")
    .option("--templates <folder>", "templates that replace specwright's own")
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
    return nothingToDo(command, document, "docs");
  }
  const start = performance.now();
  const results: DocsResult[] = [];
  const sessions = jobs.map(() => (flags.watch === true ? createSession() : undefined));
  for (const [index, { out, ...job }] of jobs.entries()) {
    if (out === undefined) {
      return command.error(`error: where to write ${job.document} is missing: give --out <folder>`);
    }
    results.push(await runJob({ ...job, out }, flags, sessions[index]));
  }
  if (flags.json === true) {
    const milliseconds = Math.round(performance.now() - start);
    printJson({ ok: true, milliseconds, outputs: results.map(toJson) });
  }
  if (flags.watch === true) {
    await watch(
      jobs.map(({ out = "", ...job }, index) => {
        const session = sessions[index];
        return {
          paths: results[index]?.inputs ?? [],
          templates: job.templates,
          run: async (attempt) => (await runJob({ ...job, out }, flags, session, attempt)).inputs,
          lookedFor: () => [...(session?.read.versions.keys() ?? [])],
          isAsRead: () => session === undefined || isAsRead(session.read),
        };
      }),
    );
  }
  return 0;
}

interface Job extends Omit<DocsOptions, "out"> {
  readonly out?: string;
}

/** What the arguments and the configuration ask for; arguments win. */
function jobsOf(document: string | undefined, flags: Flags): Job[] {
  const apis = readConfiguration(process.cwd());
  const { out, client, templates, allow, remotes } = flags;
  const given = defined({
    out,
    client: client === true ? undefined : client,
    templates,
    allow,
    remotes,
    package: flags.package,
  });
  if (document === undefined) {
    return apis
      .filter((api) => api.docs !== undefined)
      .map((api) => ({ ...settingsOf(api), ...given }));
  }
  const api = findApi(apis, document, process.cwd());
  return [{ ...(api === undefined ? { document } : settingsOf(api)), ...given }];
}

function settingsOf(api: ConfiguredApi): Job {
  const { document, docs: own, templates, factory, allow, remotes, package: packages } = api;
  return defined({ document, ...own, templates, factory, allow, remotes, package: packages });
}

async function runJob(
  job: DocsOptions,
  flags: Flags,
  session?: Session,
  attempt?: Attempt,
): Promise<DocsResult> {
  const start = performance.now();
  const isQuiet = flags.json === true;
  const stream = attempt === undefined ? process.stdout : { write: attempt.print };
  const result = await docs(
    {
      ...job,
      onStep: withinMemory(isQuiet ? undefined : createProgress(stream)),
      ...(attempt === undefined ? {} : { beforeWrite: attempt.confirm }),
    },
    session,
  );
  if (!isQuiet) {
    reportDiagnostics(result.diagnostics);
    stream.write(printable(summary(result, performance.now() - start)));
  }
  return result;
}

function summary(result: DocsResult, milliseconds: number): string {
  const { counts, written, unchanged, removed, isUpToDate, folder } = result;
  const read =
    counts === undefined ? "" : `${counts.operations} operations, ${counts.schemas} schemas. `;
  const time = seconds(milliseconds);
  if (isUpToDate) {
    return `${read}Up to date: ${unchanged.length} files unchanged. ${time}\n`;
  }
  const page = portable(relative(process.cwd(), join(folder, "index.html")));
  return (
    `${read}${written.length} files written, ${unchanged.length} unchanged, ${removed.length} removed. ${time}\n` +
    `Next: open ${page} in a browser, or put the folder on any host.\n`
  );
}

function toJson({ folder, ...result }: DocsResult): unknown {
  const { written, unchanged, removed, isUpToDate, counts, diagnostics } = result;
  return {
    folder,
    isUpToDate,
    ...counts,
    files: { written, unchanged, removed },
    diagnostics: locateDiagnostics(diagnostics, process.cwd()),
  };
}
