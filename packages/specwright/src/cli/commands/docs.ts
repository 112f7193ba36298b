import { join } from "node:path";
import type { Command } from "commander";
import { type DocsOptions, type DocsResult, docs } from "../../commands/docs.ts";
import type { ConfiguredApi } from "../../commands/settings/configuration.ts";
import { type Settings, sharedSettings } from "../../commands/settings/settings.ts";
import { dropUndefined, pick } from "../../defined.ts";
import { locateDiagnostics } from "../../read/locate.ts";
import { addOutputCommand, type OutputFlags } from "../options/add-output-command.ts";
import { createProgress } from "../report/progress.ts";
import { escapeForTerminal } from "../report/render-diagnostic.ts";
import { renderWritten } from "../report/render-written.ts";
import { reportDiagnostics } from "../report/report.ts";
import { showPath } from "../report/shown-path.ts";
import type { JobContext } from "../run-jobs.ts";
import { limitMemoryWhenNeeded } from "../young-generation.ts";

const settings = ["out", ...sharedSettings] as const;

interface Flags extends OutputFlags, Pick<Settings, (typeof settings)[number]> {
  /** The module. `true` when the flag is absent, because Commander sets this default for a flag that can be negated. */
  readonly client?: string | boolean;
  readonly versions?: boolean;
  readonly replace?: boolean;
}

/** Adds `specwright docs`. */
export function addDocs(program: Command, setCode: (code: number) => void): void {
  addOutputCommand<Flags, Job, DocsResult>(program, setCode, {
    name: "docs",
    description: "Make the reference of a document as static files, rendered by redoc.",
    key: "docs",
    settings: ["out", "docs", ...sharedSettings],
    watchHelp: "write it again whenever the document changes",
    flags: {
      "--replace":
        "with --versions: write over a reference of the same version that describes another API",
    },
    pickGiven: ({ client, ...flags }) => ({
      ...pick(flags, [...settings, "versions", "replace"]),
      ...(client === undefined || client === true ? {} : { client }),
    }),
    toJob: toDocsJob,
    runJob,
    toJson,
  });
}

type Job = Omit<DocsOptions, "out"> & { readonly out?: string };

/** The job of `docs` for a configured API. */
export function toDocsJob(api: ConfiguredApi): Job {
  const shared = pick(api, [
    "document",
    "templates",
    "factory",
    "jsonParameters",
    "splitEncodedCommas",
    "allow",
    "remotes",
    "package",
  ]);
  return { ...shared, ...dropUndefined(api.docs ?? {}) };
}

async function runJob(
  job: DocsOptions,
  { json, check }: Flags,
  { session, attempt }: JobContext,
): Promise<DocsResult> {
  const start = performance.now();
  const isQuiet = json === true;
  const stream = attempt === undefined ? process.stdout : { write: attempt.print };
  const result = await docs(
    {
      ...job,
      ...(check === true ? { check } : {}),
      onStep: limitMemoryWhenNeeded(isQuiet ? undefined : createProgress(stream)),
      ...(attempt === undefined ? {} : { beforeWrite: attempt.confirm }),
    },
    session,
  );
  if (!isQuiet) {
    reportDiagnostics(result.diagnostics);
    const page = showPath(join(result.folder, "index.html"));
    const next = `Next: open ${page} in a browser, or put the folder on any host.\n`;
    const milliseconds = performance.now() - start;
    stream.write(escapeForTerminal(renderWritten(result, { check, milliseconds, next })));
  }
  return result;
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
