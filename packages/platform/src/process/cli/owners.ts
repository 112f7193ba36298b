import type { Command } from "commander";
import type { AdminOptions } from "../control/administer.ts";
import { jsonFlag, type SetCode, type SharedFlags } from "./run-command.ts";
import { besideService, runOnDatabase } from "./run-on-database.ts";

const organizationsHelp = `
${besideService}

Examples:
  platform orgs list
  platform orgs list --json`;

const projectsHelp = `
${besideService}

Examples:
  platform projects list
  platform projects list --organization org_aB3dE5fG7hJ9`;

/** Adds `platform orgs list` and `platform projects list`. */
export function addOwners(program: Command, setCode: SetCode): void {
  program
    .command("orgs")
    .description("List organizations.")
    .command("list")
    .description("List all organizations with the number of their projects and keys.")
    .option(...jsonFlag)
    .addHelpText("after", organizationsHelp)
    .action(async (flags: SharedFlags) => {
      setCode(await runOnDatabase("orgs list", flags));
    });
  program
    .command("projects")
    .description("List projects.")
    .command("list")
    .description("List the projects of all organizations.")
    .option("--organization <id>", "only those of this organization")
    .option(...jsonFlag)
    .addHelpText("after", projectsHelp)
    .action(async ({ json, ...options }: AdminOptions & SharedFlags) => {
      setCode(await runOnDatabase("projects list", { json }, async () => options));
    });
}
