import type { Command } from "commander";
import { formatConfigProblem } from "../config/read-config.ts";
import { printTable } from "../control/print-table.ts";
import {
  type CommandOutcome,
  jsonFlag,
  runCommand,
  type SetCode,
  type SharedFlags,
} from "./run-command.ts";

const help = `
It starts nothing and changes nothing. To see whether a bucket of PLATFORM_FILES takes writes, it writes an empty object there and removes it.
Exit code 0 means that the service can start and that nothing else is wrong; 1 that something is wrong.

Examples:
  platform check-config
  platform check-config --json`;

/** Adds `platform check-config`. */
export function addCheckConfig(program: Command, setCode: SetCode): void {
  program
    .command("check-config")
    .description("Show the configuration that is in force, and all that is wrong with it.")
    .option(...jsonFlag)
    .addHelpText("after", help)
    .action(async (flags: SharedFlags) => {
      setCode(await runCommand(flags, () => describeConfig(process.env)));
    });
}

async function describeConfig(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<CommandOutcome> {
  const { checkConfig } = await import("../checking/check-config.ts");
  const { settings, problems } = await checkConfig(environment);
  const rows = settings.map(({ name, value, source, file }) => [
    name,
    value,
    file === undefined ? source : `${source} ${file}`,
  ]);
  const verdict =
    problems.length === 0
      ? "Nothing is wrong."
      : `${problems.length === 1 ? "One thing is" : `${problems.length} things are`} wrong:
${problems.map((each) => `- ${formatConfigProblem(each)}`).join("\n")}`;
  return {
    text: `${printTable(["variable", "value", "from"], rows, "")}\n\n${verdict}`,
    data: { settings, problems },
    isFailure: problems.length > 0,
  };
}
