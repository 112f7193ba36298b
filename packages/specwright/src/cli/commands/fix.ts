import type { Command } from "commander";
import { readSettings } from "../../commands/settings/settings.ts";
import { settingTable } from "../../commands/settings/table.ts";
import {
  type FixOptions,
  type FixResult,
  fix,
  type LocatedMend,
} from "../../commands/shaping/fix.ts";
import { pick } from "../../defined.ts";
import { printYaml } from "../../text/print-yaml.ts";
import { addSettings, pickGiven } from "../options/add-settings.ts";
import { readNamedJob } from "../options/read-named-job.ts";
import { readGiven } from "../read-given.ts";
import { count } from "../report/count.ts";
import { printShaping } from "../report/print-shaping.ts";
import { renderDiagnosticPlace } from "../report/render-diagnostic.ts";
import { runReported } from "../report/report.ts";
import { showPath } from "../report/shown-path.ts";

interface Flags extends Pick<FixOptions, "output" | "inPlace"> {
  readonly json?: boolean;
}

const rows = pick(settingTable, readSettings);

const moreHelp = `
Examples:
  specwright fix openapi.yaml
  specwright fix openapi.yaml -o mends.yaml
  specwright fix openapi.yaml --input include.tags=pets
  specwright fix openapi.yaml --in-place

Exit codes: 0 done, also when nothing can be mended; 1 errors in the document, which have no single mend; 2 wrong usage.`;

/** Adds `specwright fix`. */
export function addFix(program: Command, setCode: (code: number) => void): void {
  const command = program
    .command("fix")
    .description(
      "Show the mends of mistakes that have exactly one right mend, as changes of the document. An overlay or the document itself is written when asked for.",
    )
    .argument("<document>", "a path, a URL, - for standard input, or an API of redocly.yaml")
    .option("-o, --output <file>", "write the mends as an overlay, YAML or JSON")
    .option("--in-place", "change the document, which keeps its comments and order");
  addSettings(command, rows)
    .option("--json", "print the mends as JSON")
    .addHelpText("after", moreHelp)
    .action(async (document: string, flags: Flags) => {
      setCode(await runReported(flags.json === true, () => run(document, flags)));
    });
}

async function run(argument: string, flags: Flags): Promise<number> {
  const job = readNamedJob(argument, pickGiven(flags, rows));
  const { document } = job;
  const result = fix({
    ...pick(job, readSettings),
    ...pick(flags, ["output", "inPlace"]),
    ...{ document, given: await readGiven(document) },
  });
  printShaping(result, flags, () => describeResult(result, document, flags));
  return 0;
}

function describeResult(result: FixResult, document: string, { output }: Flags): string {
  const { mends, diagnostics, isWritten, isChanged } = result;
  const left =
    diagnostics.length === 0
      ? ""
      : `${count(diagnostics.length, "warning")} left without a single mend: see specwright generate.\n`;
  if (mends.length === 0) {
    return `Nothing in ${showPath(document)} has exactly one right mend.\n${left}`;
  }
  const written = [
    ...(isChanged ? [`${showPath(document)} is mended.`] : []),
    ...(isWritten && output !== undefined
      ? [`${showPath(output)} has the mends as an overlay.`]
      : []),
  ];
  const end =
    written.length > 0
      ? written.join(" ")
      : "Nothing was written: pass -o <file> for an overlay, or --in-place.";
  return `${mends.map(renderMend).join("\n")}\n${count(mends.length, "mend")}. ${end}\n${left}`;
}

/** A mend as a diff of the members that it changes. */
function renderMend(mend: LocatedMend): string {
  const { kind, message, before, after } = mend;
  const print = (mark: string, members: LocatedMend["before"]): string =>
    Object.entries(members)
      .filter(([, value]) => value !== undefined)
      .flatMap(([key, value]) =>
        printYaml({ [key]: value })
          .trimEnd()
          .split("\n"),
      )
      .map((line) => `  ${mark} ${line}\n`)
      .join("");
  return `${kind}  ${message}\n  ${renderDiagnosticPlace(mend)}\n${print("-", before)}${print("+", after)}`;
}
