import type { Command } from "commander";
import { type ScaffoldOptions, type ScaffoldResult, scaffold } from "../../commands/scaffold.ts";
import { readConfiguration } from "../../commands/settings/configuration.ts";
import { sharedSettings } from "../../commands/settings/settings.ts";
import { settingTable } from "../../commands/settings/table.ts";
import { pick } from "../../defined.ts";
import { addSettings, pickGiven } from "../options/add-settings.ts";
import { listJobs } from "../options/list-jobs.ts";
import { readGiven } from "../read-given.ts";
import { count } from "../report/count.ts";
import { escapeForTerminal } from "../report/render-diagnostic.ts";
import { printJson, reportDiagnostics, runReported } from "../report/report.ts";
import { showPath } from "../report/shown-path.ts";
import { describeDocument, failNothingToDo, requireDocument } from "../usage.ts";

const rows = {
  out: { ...settingTable.out, help: "the folder of the generated code" },
  ...pick(settingTable, ["handlers", ...sharedSettings]),
};

interface Flags {
  readonly json?: boolean;
}

const moreHelp = `
Examples:
  specwright scaffold openapi.yaml --out generated --handlers src/handlers
  specwright scaffold

Exit codes: 0 written, or nothing to write; 1 errors; 2 wrong usage.`;

/** Adds `specwright scaffold`. */
export function addScaffold(program: Command, setCode: (code: number) => void): void {
  const command = program
    .command("scaffold")
    .description(
      "Write a handler file for each operation that does not have one, for a document or for every API of redocly.yaml with `handlers`. Existing files are never changed.",
    )
    .argument("[document]", describeDocument("handlers"));
  addSettings(command, rows)
    .option("--json", "print the result as JSON")
    .addHelpText("after", moreHelp)
    .action(async (document: string | undefined, flags: Flags, self: Command) => {
      setCode(await runReported(flags.json === true, () => run(document, flags, self)));
    });
}

async function run(document: string | undefined, flags: Flags, command: Command): Promise<number> {
  const results: (ScaffoldResult & { readonly folder: string })[] = [];
  for (const job of listScaffoldJobs(document, flags, command)) {
    const result = await scaffold({ ...job, given: await readGiven(job.document) });
    const folder = showPath(job.handlers);
    results.push({ folder, ...result });
    if (flags.json !== true) {
      reportDiagnostics(result.diagnostics);
      const { written, kept } = result;
      process.stdout.write(
        escapeForTerminal(
          `${folder}: ${count(written.length, "file")} written, ${kept.length} kept as they are.\n${describeNextSteps(folder, result)}`,
        ),
      );
    }
  }
  if (flags.json === true) {
    const [only] = results;
    printJson(
      document !== undefined && only !== undefined
        ? { ok: true, ...only }
        : { ok: true, outputs: results },
    );
  }
  return 0;
}

function listScaffoldJobs(
  document: string | undefined,
  flags: Flags,
  command: Command,
): ScaffoldOptions[] {
  const apis = readConfiguration(process.cwd());
  const jobs = listJobs(
    document,
    apis,
    pickGiven(flags, rows),
    ({ out, handlers }) => out !== undefined && handlers !== undefined,
  );
  const [first] = jobs;
  if (first === undefined) {
    return failNothingToDo(command, "x-specwright", "handlers");
  }
  requireDocument(first.document, apis);
  return jobs.map(({ out, handlers, ...job }) =>
    out === undefined || handlers === undefined
      ? command.error(
          "error: the folder of the stubs or of the handlers is missing. Pass --out <folder> and --handlers <folder>.",
        )
      : { out, handlers, ...job },
  );
}

/** The next steps for a user whose handlers were written for the first time. */
function describeNextSteps(folder: string, { written, kept }: ScaffoldResult): string {
  return written.length > 0 && kept.length === 0
    ? `Next: give \`handlers\` of ${folder}/index.ts to createRouter, and write them one by one.\n`
    : "";
}
