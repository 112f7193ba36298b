import type { Command } from "commander";
import { readConfiguration } from "../commands/configuration.ts";
import { findApi } from "../commands/find-api.ts";
import type { PackageSettings } from "../commands/package-settings.ts";
import { scaffold } from "../commands/scaffold.ts";
import { pick } from "../defined.ts";
import { count } from "./count.ts";
import { printJson, reportDiagnostics, runReported } from "./report.ts";
import { list, packageOption, remotesOption } from "./usage.ts";

interface Flags {
  readonly out?: string;
  readonly handlers?: string;
  readonly templates?: string;
  readonly allow?: readonly string[];
  readonly remotes?: Readonly<Record<string, string>>;
  readonly package?: PackageSettings;
  readonly json?: boolean;
}

/** Adds `specwright scaffold`. */
export function addScaffold(program: Command, setCode: (code: number) => void): void {
  program
    .command("scaffold")
    .description(
      "Write a handler file for each operation that has none. What exists is never touched.",
    )
    .argument("<document>", "the root document, or the name of an API of redocly.yaml")
    .option("-o, --out <folder>", "the folder of the generated code")
    .option("--handlers <folder>", "the folder of the handlers")
    .option("--templates <folder>", "templates that replace specwright's own")
    .option("--allow <folders>", "folders outside the document's that references may lead to", list)
    .option(...remotesOption)
    .option(...packageOption)
    .option("--json", "print the result as JSON")
    .action(async (document: string, flags: Flags, command: Command) => {
      setCode(await runReported(flags.json === true, () => run(document, flags, command)));
    });
}

async function run(document: string, flags: Flags, command: Command): Promise<number> {
  const api = findApi(readConfiguration(process.cwd()), document, process.cwd());
  const settings = ["out", "handlers", "templates", "allow", "remotes", "package"] as const;
  const { out, handlers, ...given } = {
    ...(api === undefined ? {} : pick(api, settings)),
    ...pick(flags, settings),
  };
  if (out === undefined || handlers === undefined) {
    return command.error("error: give --out <folder> and --handlers <folder>");
  }
  const result = await scaffold({
    document: api?.document ?? document,
    out,
    handlers,
    ...given,
    ...(api !== undefined && isConfigured(flags) ? { configured: api.name } : {}),
  });
  if (flags.json === true) {
    printJson({ ok: true, ...result });
    return 0;
  }
  reportDiagnostics(result.diagnostics);
  process.stdout.write(
    `${count(result.written.length, "file")} written, ${result.kept.length} kept as they are.\n`,
  );
  return 0;
}

/** Whether everything comes from the configuration. */
function isConfigured({ json, ...given }: Flags): boolean {
  return Object.keys(given).length === 0;
}
