import { type Command, InvalidArgumentError } from "commander";
import { isInstalled, runTool, type Tool } from "../../commands/packages/run-tool.ts";
import type { Settings } from "../../commands/settings/settings.ts";
import { settingTable } from "../../commands/settings/table.ts";
import { pick } from "../../defined.ts";
import { addSettings } from "../options/add-settings.ts";
import { runReported } from "../report/report.ts";

const redocly: Tool = { command: "lint", package: "@redocly/cli", program: "redocly" };
const prism: Tool = { command: "mock", package: "@stoplight/prism-cli", program: "prism" };

interface MockFlags extends Pick<Settings, "input"> {
  readonly startLimit: number;
}

/**
 * Adds `specwright lint` and `specwright mock`, which run commands of other tools that are useful together with
 * specwright, and pass their arguments on to them.
 */
export function addTools(program: Command, setCode: (code: number) => void): void {
  addTool(program.command(redocly.command), redocly)
    .description("Lint documents by the rules of redocly.yaml (runs @redocly/cli).")
    .action(async (args: readonly string[], _: unknown, self: Command) => {
      setCode(await run(redocly, args, self, (all) => runTool(redocly, all, process.cwd())));
    });
  addSettings(addTool(program.command(prism.command), prism), pick(settingTable, ["input"]))
    .description("Serve a document's operations with its examples (runs @stoplight/prism-cli).")
    .option("--start-limit <seconds>", "how long Prism may take to start", readSeconds, 60)
    .action(async (args: readonly string[], flags: MockFlags, self: Command) => {
      const runPrism = async (all: readonly string[]): Promise<number> => {
        // It reads documents, for which `lint` has no use.
        const { runMock } = await import("../../commands/serving/run-mock.ts");
        return runMock({
          tool: prism,
          args: all,
          folder: process.cwd(),
          seconds: flags.startLimit,
          ...pick(flags, ["input"]),
        });
      };
      setCode(await run(prism, args, self, runPrism));
    });
}

function addTool(command: Command, { program, command: name }: Tool): Command {
  return command
    .argument("[arguments...]", `what \`${program} ${name}\` takes`)
    .allowUnknownOption()
    .helpOption(false);
}

/** @param runAll Gets the arguments of the tool's program. */
async function run(
  tool: Tool,
  args: readonly string[],
  command: Command,
  runAll: (args: readonly string[]) => Promise<number>,
): Promise<number> {
  const asksForHelp = args.some((word) => word === "--help" || word === "-h");
  if (asksForHelp && !isInstalled(tool, process.cwd())) {
    command.outputHelp();
    process.stdout.write(
      `\n${tool.package} is not installed. With it, this prints the help of \`${tool.program} ${tool.command}\`.\n`,
    );
    return 0;
  }
  const work = (): Promise<number> => runAll([tool.command, ...args]);
  return runReported(false, work, () => ({ sentence: "Nothing was run." }));
}

function readSeconds(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) {
    throw new InvalidArgumentError("Pass a whole number of seconds.");
  }
  return Number(text);
}
