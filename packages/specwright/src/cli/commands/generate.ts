import type { Command } from "commander";
import { type GenerateResult, generate } from "../../commands/generate.ts";
import { type GenerateOptions, generateSettings } from "../../commands/generate-options.ts";
import type { Settings } from "../../commands/settings/settings.ts";
import { dropUndefined, pick } from "../../defined.ts";
import { locateDiagnostics } from "../../read/locate.ts";
import { addOutputCommand, type OutputFlags } from "../options/add-output-command.ts";
import { count } from "../report/count.ts";
import { describeModuleType } from "../report/module-type.ts";
import { describeNextCommands } from "../report/next-commands.ts";
import { createProgress } from "../report/progress.ts";
import { escapeForTerminal } from "../report/render-diagnostic.ts";
import { renderEachLoss, renderLosses } from "../report/render-losses.ts";
import { renderWritten } from "../report/render-written.ts";
import { reportDiagnostics } from "../report/report.ts";
import type { JobContext } from "../run-jobs.ts";
import { limitMemoryWhenNeeded } from "../young-generation.ts";

interface Flags extends OutputFlags, Pick<Settings, (typeof generateSettings)[number]> {
  readonly losses?: boolean;
}

/** Adds `specwright generate`. */
export function addGenerate(program: Command, setCode: (code: number) => void): void {
  addOutputCommand<Flags, Job, GenerateResult>(program, setCode, {
    name: "generate",
    description: "Generate code from a document, or from every API of redocly.yaml.",
    key: "out",
    settings: generateSettings,
    watchHelp: "generate again whenever the document changes",
    flags: {
      "--losses": "list every place that the generated code neither enforces nor carries",
    },
    pickGiven: (flags) => pick(flags, generateSettings),
    toJob: (api) => pick(api, ["document", "handlers", "losses", ...generateSettings]),
    runJob,
    toJson,
  });
}

interface Job extends Omit<GenerateOptions, "out"> {
  readonly out?: string;
  /** The folder of handlers in the configuration. */
  readonly handlers?: string;
}

async function runJob(
  { handlers, ...job }: GenerateOptions & Pick<Job, "handlers">,
  flags: Flags,
  { session, attempt }: JobContext,
): Promise<GenerateResult> {
  const start = performance.now();
  const isQuiet = flags.json === true;
  const stream = attempt === undefined ? process.stdout : { write: attempt.print };
  const onStep = limitMemoryWhenNeeded(isQuiet ? undefined : createProgress(stream));
  const options = {
    ...job,
    ...(flags.check === true ? { check: true } : {}),
    // Listing every loss takes a full search.
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
      notes:
        describeAlsoGenerated(result) +
        renderLossSummary(result, flags) +
        renderInvalidExamples(result) +
        describeModuleType(result),
      next: describeNextCommands({ ...job, ...dropUndefined({ handlers }) }, result),
    });
    stream.write(escapeForTerminal(written));
  }
  return result;
}

function renderInvalidExamples({ invalidExamples: found }: GenerateResult): string {
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

function renderLossSummary({ losses, accepted }: GenerateResult, flags: Flags): string {
  if (flags.losses !== true) {
    return renderLosses(losses);
  }
  const others = accepted === 0 ? "" : `, and ${accepted} more that redocly.yaml accepts`;
  const each = renderEachLoss(locateDiagnostics(losses, process.cwd()));
  return `${count(losses.length, "loss", "losses")}${others}.\n${each === "" ? "" : `\n${each}`}`;
}

/** Targets that were not requested. */
function describeAlsoGenerated({ imported }: GenerateResult): string {
  return imported.length === 0
    ? ""
    : `Generated as well: ${imported.join(" and ")}, which the targets that you named import.\n`;
}

function toJson(result: GenerateResult): unknown {
  const note = describeModuleType(result).trimEnd();
  const files = {
    written: result.written,
    unchanged: result.unchanged,
    removed: result.removed,
  };
  return {
    folder: result.folder,
    isUpToDate: result.isUpToDate,
    ...(result.imported.length === 0 ? {} : { imported: result.imported }),
    ...result.counts,
    files,
    diagnostics: locateDiagnostics(result.diagnostics, process.cwd()),
    losses: locateDiagnostics(result.losses, process.cwd()),
    acceptedLosses: result.accepted,
    invalidExamples: locateDiagnostics(result.invalidExamples, process.cwd()),
    ...(note === "" ? {} : { notes: [note] }),
  };
}
