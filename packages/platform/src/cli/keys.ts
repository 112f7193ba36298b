import type { Command } from "commander";
import type { AdminOptions } from "../process/control/administer.ts";
import { jsonFlag, type SetCode, type SharedFlags } from "./run-command.ts";
import { besideService, runOnDatabase } from "./run-on-database.ts";

const createHelp = `
The key is printed only this once.
${besideService}

Examples:
  platform keys create --name Acme
  platform keys create --organization org_aB3dE5fG7hJ9
  platform keys create --organization org_aB3dE5fG7hJ9 --project proj_kL2mN4pQ6rS8`;

const rotateHelp = `
It can be stopped at any time and run again. Progress goes to standard error.
If PLATFORM_MASTER_KEYS is not set, the command first makes a new master key in the data directory.
If it is set, the command uses its first key. Add a key on every replica before it becomes the first.
The command refuses to rotate while a process on the same database does not have that key.
${besideService}

Example:
  platform keys rotate`;

/** Adds `platform keys create` and `platform keys rotate`. */
export function addKeys(program: Command, setCode: SetCode): void {
  const keys = program
    .command("keys")
    .description("Make keys of organizations and projects, and rotate the master key.");
  keys
    .command("create")
    .description(
      "Make an organization and its first key, or another key of an organization or project.",
    )
    .addOption(
      keys
        .createOption("--name <name>", "the name of the new organization; `default` unless given")
        .conflicts(["organization", "project"]),
    )
    .option("--organization <id>", "make another key of this organization")
    .option("--project <id>", "make a key of this project of --organization")
    .option(...jsonFlag)
    .addHelpText("after", createHelp)
    .action(async ({ json, ...options }: AdminOptions & SharedFlags, self: Command) => {
      if (options.project !== undefined && options.organization === undefined) {
        self.error(
          "error: option '--project <id>' needs '--organization <id>', the organization of the project",
        );
      }
      setCode(await runOnDatabase("keys create", { json }, async () => options));
    });
  keys
    .command("rotate")
    .description("Wrap every data key with the newest master key.")
    .option(...jsonFlag)
    .addHelpText("after", rotateHelp)
    .action(async (flags: SharedFlags) => {
      setCode(await runOnDatabase("keys rotate", flags));
    });
}
