import { fstatSync } from "node:fs";
import { relative } from "node:path";
import type { Command } from "commander";
import { type ConfiguredApi, readConfiguration } from "../../commands/settings/configuration.ts";
import { findApi } from "../../commands/settings/find-api.ts";
import { toFlag } from "../../commands/settings/given-settings.ts";
import { isNoPath, writePortablePath } from "../../commands/settings/portable-command.ts";
import { readSettings } from "../../commands/settings/settings.ts";
import { settingTable } from "../../commands/settings/table.ts";
import { typesSwitches } from "../../commands/settings/types-switches.ts";
import { type TypesOptions, types } from "../../commands/types.ts";
import { dropUndefined, pick } from "../../defined.ts";
import { showUrl } from "../../text/show-url.ts";
import { addSettings } from "../options/add-settings.ts";
import { readGiven } from "../read-given.ts";
import { formatSeconds } from "../report/progress.ts";
import { printJson, reportDiagnostics, runReported } from "../report/report.ts";
import { failNothingToDo } from "../usage.ts";

interface Flags
  extends Omit<TypesOptions, "document" | "folder" | "given" | "inject" | "transform"> {
  readonly json?: boolean;
  readonly redocly?: string;
}

const moreHelp = `
Examples:
  specwright types openapi.yaml --output api.d.ts
  specwright types openapi.yaml --output api.ts --enum --root-types
  specwright types openapi.yaml --output api.d.ts --check

Exit codes: 0 printed, written, or up to date; 1 errors, or a file that --check finds stale; 2 wrong usage.`;

/** Adds `specwright types`. */
export function addTypes(program: Command, setCode: (code: number) => void): void {
  const command = program
    .command("types")
    .description("Print or write the types of a document, with openapi-typescript's flags.")
    .argument(
      "[document]",
      "a path, a URL, - for standard input, or an API of redocly.yaml; by default every API with `x-openapi-ts.output`, else standard input",
    )
    .option("-o, --output <file>", "the file to write; standard output by default")
    .option("--check", "write nothing; fail when the file is not up to date")
    .option("--json", "print the result as JSON")
    .option("-c, --redocly <path>", "Redocly's configuration; redocly.yaml by default");
  addSettings(command, pick(settingTable, readSettings));
  for (const [name, help] of Object.entries(typesSwitches)) {
    command.option(`${name === "exportType" ? "-t, " : ""}${toFlag(name)}`, help);
  }
  command
    .option(
      "--default-non-nullable [boolean]",
      "`false` keeps properties with a default optional",
      (value) => value !== "false",
    )
    .addHelpText("after", moreHelp)
    .action(async (document: string | undefined, flags: Flags, self: Command) => {
      setCode(await runReported(flags.json === true, () => run(document, flags, self)));
    });
}

async function run(document: string | undefined, flags: Flags, command: Command): Promise<number> {
  const jobs = listTypesJobs(document, flags);
  if (jobs.length === 0) {
    return failNothingToDo(command, "x-openapi-ts", "output");
  }
  const { json, redocly, ...options } = flags;
  if (flags.check === true && jobs.some(({ output = flags.output }) => output === undefined)) {
    return command.error("error: --check needs a file to compare with. Pass --output <file>.");
  }
  let code = 0;
  for (const job of jobs) {
    const given = await readGiven(job.document, redocly);
    code = Math.max(code, runJob({ ...job, ...options, given }, json === true));
  }
  return code;
}

type Job = Omit<TypesOptions, "document" | "given"> & { readonly document: string };

/** The jobs from the arguments and the configuration. A piped document is only used when neither names a document. */
function listTypesJobs(document: string | undefined, { redocly }: Flags): readonly Job[] {
  const apis = readConfiguration(process.cwd(), redocly);
  const toTypesJob = (api: ConfiguredApi): Job => ({
    ...api.typesOptions,
    ...pick(api, ["document", ...readSettings]),
    ...dropUndefined({ output: api.types }),
  });
  if (document === undefined) {
    const configured = apis.filter((api) => api.types !== undefined);
    return configured.length === 0 && isPiped() ? [{ document: "-" }] : configured.map(toTypesJob);
  }
  const api = isNoPath(document) ? undefined : findApi(apis, document, process.cwd());
  // A document that is named by its path has no settings from the configuration, as in openapi-typescript.
  return [api?.name === document ? toTypesJob(api) : { document }];
}

/** Returns whether standard input is a pipe, a file or a socket. On a terminal, reading would wait forever. */
function isPiped(): boolean {
  try {
    const status = fstatSync(0);
    return status.isFIFO() || status.isFile() || status.isSocket();
  } catch {
    // Standard input is closed.
    return false;
  }
}

function runJob(options: Job & Pick<TypesOptions, "given">, json: boolean): number {
  const start = performance.now();
  const { text, isUpToDate, diagnostics } = types(options);
  const { output, document, check } = options;
  const isStale = check === true && !isUpToDate;
  if (json) {
    printJson({ ok: !isStale, document: showUrl(document), output, isUpToDate, diagnostics });
    return isStale ? 1 : 0;
  }
  reportDiagnostics(diagnostics);
  if (output === undefined) {
    process.stdout.write(text);
    return 0;
  }
  const name = writePortablePath(relative(process.cwd(), output)) || output;
  const state = isUpToDate ? "is up to date" : isStale ? "is not up to date" : "written";
  const next = isStale ? "Next: run the same command without --check.\n" : "";
  process.stdout.write(`${name} ${state}. ${formatSeconds(performance.now() - start)}\n${next}`);
  return isStale ? 1 : 0;
}
