import { relative } from "node:path";
import type { Command } from "commander";
import { type ConfiguredApi, readConfiguration } from "../commands/configuration.ts";
import { portable } from "../commands/portable-command.ts";
import { type TypesOptions, types } from "../commands/types.ts";
import { seconds } from "./progress.ts";
import { printJson, reportDiagnostics, runReported } from "./report.ts";
import { list, nothingToDo, remotesOption } from "./usage.ts";

interface Flags extends Omit<TypesOptions, "document" | "folder"> {
  readonly json?: boolean;
}

/** openapi-typescript's switches that have the same meaning here, with its words. */
const switches = [
  ["-t, --export-type", "export top-level `type` instead of `interface`"],
  ["--immutable", "generate readonly types"],
  ["--additional-properties", "objects allow unknown keys unless the document forbids them"],
  ["--empty-objects-unknown", "`Record<string, unknown>` for objects without properties"],
  ["--properties-required-by-default", "objects without `required` require all properties"],
  ["--array-length", "tuples for arrays with minItems or maxItems"],
  ["--path-params-as-types", "template literal types for paths with parameters"],
  ["--alphabetize", "sort keys"],
  ["--exclude-deprecated", "leave out what is deprecated"],
  ["--root-types", "a type alias beside `components` for each component"],
  ["--root-types-no-schema-prefix", "with --root-types: no prefix for schemas"],
  ["--root-types-keep-casing", "with --root-types: the letters of the document"],
] as const;

/** Adds `specwright types`. */
export function addTypes(program: Command, setCode: (code: number) => void): void {
  const command = program
    .command("types")
    .description("Print or write the types of a document, with openapi-typescript's flags.")
    .argument("[document]", "the root document; by default every API with `x-openapi-ts.output`")
    .option("-o, --output <file>", "the file to write; standard output by default")
    .option("--check", "write nothing; fail when the file is not up to date")
    .option("--json", "print the result as JSON")
    .option("--allow <folders>", "folders outside the document's that references may lead to", list)
    .option(...remotesOption);
  for (const [flags, description] of switches) {
    command.option(flags, description);
  }
  command
    .option(
      "--default-non-nullable [boolean]",
      "`false` keeps properties with a default optional",
      asBoolean,
    )
    .action(async (document: string | undefined, flags: Flags, self: Command) => {
      setCode(await runReported(flags.json === true, async () => run(document, flags, self)));
    });
}

function asBoolean(text: string): boolean {
  return text !== "false";
}

function run(document: string | undefined, flags: Flags, command: Command): number {
  const jobs =
    document === undefined
      ? readConfiguration(process.cwd()).flatMap((api) =>
          api.types === undefined ? [] : [jobOf(api, api.types)],
        )
      : [{ document }];
  if (jobs.length === 0) {
    return nothingToDo(command, document);
  }
  if (flags.check === true && flags.output === undefined && document !== undefined) {
    return command.error("error: --check compares with a file: give --output <file>");
  }
  const { json, ...options } = flags;
  let code = 0;
  for (const job of jobs) {
    code = Math.max(code, runJob({ ...job, ...options }, json === true));
  }
  return code;
}

function jobOf({ document, allow, remotes }: ConfiguredApi, output: string): TypesOptions {
  return {
    document,
    output,
    ...(allow === undefined ? {} : { allow }),
    ...(remotes === undefined ? {} : { remotes }),
  };
}

function runJob(options: TypesOptions, json: boolean): number {
  const start = performance.now();
  const { text, isUpToDate, diagnostics } = types(options);
  const { output, document, check } = options;
  const isStale = check === true && !isUpToDate;
  if (json) {
    printJson({ ok: !isStale, document, output, isUpToDate, diagnostics });
    return isStale ? 1 : 0;
  }
  reportDiagnostics(diagnostics);
  if (output === undefined) {
    process.stdout.write(text);
    return 0;
  }
  const name = portable(relative(process.cwd(), output)) || output;
  const state = isUpToDate ? "is up to date" : isStale ? "is not up to date" : "written";
  process.stdout.write(`${name} ${state}. ${seconds(performance.now() - start)}\n`);
  return isStale ? 1 : 0;
}
