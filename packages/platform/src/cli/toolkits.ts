import type { Command } from "commander";
import { readConfig } from "../config/read-config.ts";
import { jsonFlag, runCommand, type SetCode, type SharedFlags } from "./run-command.ts";

const listHelp = `
A line is a slug, the latest version, the number of tools, and a name. Toolkits of PLATFORM_TOOLKITS are included.

Examples:
  platform toolkits list
  PLATFORM_TOOLKITS=./my-toolkits platform toolkits list --json`;

const checkHelp = `
A folder is checked as it would stand beside the platform's own: PLATFORM_TOOLKITS names it for a start.

Examples:
  platform toolkits check
  platform toolkits check ./my-toolkits`;

/** Adds `platform toolkits list` and `platform toolkits check`. */
export function addToolkits(program: Command, setCode: SetCode): void {
  const toolkits = program.command("toolkits").description("List and check toolkits.");
  toolkits
    .command("list")
    .description("List the toolkits with their versions.")
    .option(...jsonFlag)
    .addHelpText("after", listHelp)
    .action(async (flags: SharedFlags) => {
      const work = async () => {
        const { listToolkits } = await import("./list-toolkits.ts");
        return listToolkits(readConfig(process.env));
      };
      setCode(await runCommand(flags, work));
    });
  toolkits
    .command("check")
    .description("Check toolkit documents, and print a line for each problem.")
    .argument("[folder]", "a folder of documents; by default all that a start reads")
    .option(...jsonFlag)
    .addHelpText("after", checkHelp)
    .action(async (folder: string | undefined, flags: SharedFlags) => {
      const work = async () => {
        const { checkToolkits } = await import("./check-toolkits.ts");
        return checkToolkits(folder, () => readConfig(process.env));
      };
      setCode(await runCommand(flags, work));
    });
}
