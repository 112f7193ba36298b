import type { Command } from "commander";
import { readSettings } from "../../commands/settings/settings.ts";
import { settingTable } from "../../commands/settings/table.ts";
import { type ShapeOptions, type ShapeResult, shape } from "../../commands/shaping/shape.ts";
import { pick } from "../../defined.ts";
import { addSettings, pickGiven } from "../options/add-settings.ts";
import { readNamedJob } from "../options/read-named-job.ts";
import { readGiven } from "../read-given.ts";
import { count } from "../report/count.ts";
import { printShaping } from "../report/print-shaping.ts";
import { renderSteps } from "../report/render-steps.ts";
import { reportDiagnostics, runReported } from "../report/report.ts";
import { showPath } from "../report/shown-path.ts";

interface Flags extends Pick<ShapeOptions, "output"> {
  readonly json?: boolean;
}

const rows = pick(settingTable, readSettings);

const moreHelp = `
Examples:
  specwright shape openapi.yaml --input include.tags=pets -o pets.yaml
  specwright shape openapi.yaml --input overlays=fix.yaml --input exclude.deprecated
  specwright shape openapi.yaml --json

Exit codes: 0 shaped; 1 errors; 2 wrong usage.`;

/** Adds `specwright shape`. */
export function addShape(program: Command, setCode: (code: number) => void): void {
  const command = program
    .command("shape")
    .description(
      "Write the document that the steps of the setting `input` make of a document, and report what each step did. All commands take these steps first.",
    )
    .argument("<document>", "a path, a URL, - for standard input, or an API of redocly.yaml")
    .option(
      "-o, --output <file>",
      "the file to write, YAML or JSON; without it, nothing is written",
    );
  addSettings(command, rows)
    .option("--json", "print the report as JSON")
    .addHelpText("after", moreHelp)
    .action(async (document: string, flags: Flags) => {
      setCode(await runReported(flags.json === true, () => run(document, flags)));
    });
}

async function run(argument: string, flags: Flags): Promise<number> {
  const job = readNamedJob(argument, pickGiven(flags, rows));
  const { document } = job;
  const result = shape({
    ...pick(job, readSettings),
    ...pick(flags, ["output"]),
    ...{ document, given: await readGiven(document) },
  });
  printShaping(result, flags, () => {
    reportDiagnostics(result.diagnostics);
    return describeResult(result, flags.output);
  });
  return 0;
}

function describeResult({ steps, counts }: ShapeResult, output: string | undefined): string {
  const { operations, schemas } = counts;
  const rest = `${count(operations, "operation")} and ${count(schemas, "schema")}`;
  const end =
    output === undefined
      ? `The document has ${rest}. Nothing was written: pass -o <file>.`
      : `${showPath(output)} has ${rest}.`;
  const none = steps.length === 0 ? "No step changes the document: `input` has no settings.\n" : "";
  return `${none}${renderSteps(steps)}${end}\n`;
}
