import type { Command } from "commander";
import type { AdminOptions } from "../control/administer.ts";
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

const listHelp = `
Only the beginning of a key is known. Use the id to revoke it.
${besideService}

Examples:
  platform keys list
  platform keys list --organization org_aB3dE5fG7hJ9
  platform keys list --project proj_kL2mN4pQ6rS8 --json`;

const revokeHelp = `
Every process refuses the key at once. A project or an organization may have several keys: make the next one first.
${besideService}

Example:
  platform keys revoke key_T9vXz2B4d6F8`;

/** Adds `platform keys` with `create`, `list`, `revoke` and `rotate`. */
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
    .command("list")
    .description("List the keys of organizations and projects, without their text.")
    .option("--organization <id>", "only those of this organization and of its projects")
    .option("--project <id>", "only those of this project")
    .option(...jsonFlag)
    .addHelpText("after", listHelp)
    .action(async ({ json, ...options }: AdminOptions & SharedFlags) => {
      setCode(await runOnDatabase("keys list", { json }, async () => options));
    });
  keys
    .command("revoke")
    .description("Delete a key of an organization or project, which is refused from then on.")
    .argument("<id>", "the id of the key, which `keys list` prints")
    .option(...jsonFlag)
    .addHelpText("after", revokeHelp)
    .action(async (id: string, flags: SharedFlags) => {
      setCode(await runOnDatabase("keys revoke", flags, async () => ({ ids: [id] })));
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
