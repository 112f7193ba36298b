import type { Command } from "commander";
import { jsonFlag, type SetCode, type SharedFlags } from "./run-command.ts";
import { besideService, runOnDatabase } from "./run-on-database.ts";

const help = `
Every start of the service does this, too.
${besideService}

Example:
  platform migrate`;

/** Adds `platform migrate`. */
export function addMigrate(program: Command, setCode: SetCode): void {
  program
    .command("migrate")
    .description("Bring the schema of the database up to date.")
    .option(...jsonFlag)
    .addHelpText("after", help)
    .action(async (flags: SharedFlags) => {
      setCode(await runOnDatabase("migrate", flags));
    });
}
