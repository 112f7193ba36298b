import type { Command } from "commander";
import { readConfig } from "../config/read-config.ts";
import { jsonFlag, runCommand, type SetCode, type SharedFlags } from "./run-command.ts";

const exportHelp = `
Stop the service first: what it writes after the export is lost. DATABASE_URL or PLATFORM_DATA say what is exported.
The folder holds rows, secrets and files, encrypted with the key. The key file is made when it is missing.
The command can be stopped at any time and run again: it continues. Progress goes to standard error.

Examples:
  platform export --to moving --key-file moving.key
  platform export --to moving --key-file moving.key --project proj_kL2mN4pQ6rS8`;

const importHelp = `
Ids and keys stay the same, and secrets are wrapped by the PLATFORM_MASTER_KEYS of the target. The target may be in use.
A project is there as a whole or not at all, and workers take its jobs from then on. Each row and file is compared.
The command can be stopped at any time and run again: it continues. Progress goes to standard error.
It ends with the code 3 when rows in the target differ from those of the export. They are removed again.

Examples:
  platform import --from moving --key-file moving.key
  platform import --from moving --key-file moving.key --project proj_kL2mN4pQ6rS8`;

interface MovingFlags extends SharedFlags {
  readonly keyFile: string;
  readonly project: readonly string[];
}

const keyFlag = "--key-file <file>";
const projectFlag = "--project <id>";

/** Adds `platform export` and `platform import`. */
export function addMoving(program: Command, setCode: SetCode): void {
  program
    .command("export")
    .description("Write projects, with secrets and files, into an encrypted folder.")
    .requiredOption("--to <folder>", "the folder of the export")
    .requiredOption(keyFlag, "the key that opens the export")
    .option(projectFlag, "only this project; may be repeated", collect, [])
    .option("--while-serving", "export a copy of a PostgreSQL database that stays in use")
    .option(...jsonFlag)
    .addHelpText("after", exportHelp)
    .action(async (flags: MovingFlags & { to: string; whileServing?: boolean }) => {
      const exporting = async () => {
        const { runExport } = await import("../moving/run-moving.ts");
        const whileServing = flags.whileServing === true;
        return await runExport(readConfig(process.env), {
          ...readOptions(flags, flags.to),
          whileServing,
        });
      };
      setCode(await runCommand(flags, exporting));
    });
  program
    .command("import")
    .description("Bring the projects of an export into this installation.")
    .requiredOption("--from <folder>", "the folder of the export")
    .requiredOption(keyFlag, "the key that opens the export")
    .option(projectFlag, "only this project; may be repeated", collect, [])
    .option(...jsonFlag)
    .addHelpText("after", importHelp)
    .action(async (flags: MovingFlags & { from: string }) => {
      const importing = async () => {
        const { runImport } = await import("../moving/run-moving.ts");
        return await runImport(readConfig(process.env), readOptions(flags, flags.from));
      };
      setCode(await runCommand(flags, importing));
    });
}

function collect(id: string, before: readonly string[]): readonly string[] {
  return [...before, id];
}

function readOptions({ keyFile, project }: MovingFlags, folder: string) {
  const progress = (line: string): void => console.error(line);
  return { folder, keyFile, projects: project, progress };
}
