import type { Command } from "commander";
import { type GenerateResult, generate } from "../../commands/generate.ts";
import { generateSettings } from "../../commands/generate-options.ts";
import { loadTargets } from "../../commands/load/load-targets.ts";
import { readConfiguration } from "../../commands/settings/configuration.ts";
import { settingTable } from "../../commands/settings/table.ts";
import { describeOptions } from "../../commands/settings/target-options.ts";
import { builtInTargets } from "../../commands/settings/targets.ts";
import { pick } from "../../defined.ts";
import { DiagnosticError } from "../../diagnostic.ts";
import { locateDiagnostics } from "../../document/read/locate.ts";
import type { Target } from "../../emit/define-target.ts";
import { addOutputCommand, type OutputFlags } from "../options/add-output-command.ts";
import { count, joinWords } from "../report/count.ts";
import { describeModuleType } from "../report/module-type.ts";
import { describeNextCommands } from "../report/next-commands.ts";
import { renderEachLoss, renderLosses } from "../report/render-losses.ts";

interface Flags extends OutputFlags {
  readonly losses?: boolean;
}

const moreHelp = `
Examples:
  specwright generate openapi.yaml --out generated
  specwright generate openapi.yaml --out generated --targets types,client --watch
  specwright generate --check

Exit codes: 0 written, or up to date; 1 errors, forbidden losses, or output that --check finds stale; 2 wrong usage.`;

/**
 * The targets of one's own that redocly.yaml names, for the help. Empty when redocly.yaml or one of them has a mistake,
 * because help must not fail.
 */
export async function loadConfiguredTargets(): Promise<readonly Target[]> {
  const found = new Map<string, Target>();
  try {
    for (const { targets, options } of readConfiguration(process.cwd())) {
      const loaded = await loadTargets(targets, process.cwd(), options);
      for (const target of loaded.targets.filter(({ name }) => loaded.own.has(name))) {
        found.set(target.name, target);
      }
    }
  } catch (error) {
    if (!(error instanceof DiagnosticError)) {
      throw error;
    }
  }
  return [...found.values()];
}

/**
 * Adds `specwright generate`.
 *
 * @param own Further targets whose options the help lists.
 */
export function addGenerate(
  program: Command,
  setCode: (code: number) => void,
  own: readonly Target[] = [],
): void {
  addOutputCommand<Flags, GenerateResult>(program, setCode, {
    name: "generate",
    description: "Generate code from a document, or from every API of redocly.yaml.",
    key: "out",
    rows: pick(settingTable, generateSettings),
    watchHelp: "generate again whenever the document, the templates or redocly.yaml change",
    moreHelp: `${describeOptions([...builtInTargets, ...own])}${moreHelp}`,
    flags: {
      "--losses": "list every place that the generated code neither enforces nor carries",
    },
    // Listing every loss takes a full search.
    run: (options, { losses, json }, session) =>
      generate({ ...options, isExhaustive: losses === true || json === true }, session),
    describe: (result, flags, job) => ({
      notes:
        describeAlsoGenerated(result) +
        renderLossSummary(result, flags) +
        renderInvalidExamples(result) +
        describeModuleType(result),
      next: describeNextCommands(job, result),
    }),
    toJson,
  });
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
    : `Generated as well: ${joinWords(imported)}, which the targets that you named import.\n`;
}

function toJson(result: GenerateResult): object {
  const note = describeModuleType(result).trimEnd();
  return {
    ...(result.imported.length === 0 ? {} : { imported: result.imported }),
    losses: locateDiagnostics(result.losses, process.cwd()),
    acceptedLosses: result.accepted,
    invalidExamples: locateDiagnostics(result.invalidExamples, process.cwd()),
    ...(note === "" ? {} : { notes: [note] }),
  };
}
