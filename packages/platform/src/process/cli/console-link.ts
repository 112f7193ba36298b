import type { Command } from "commander";
import type { AdminOptions } from "../control/administer.ts";
import { jsonFlag, type SetCode, type SharedFlags } from "./run-command.ts";
import { besideService, runOnDatabase } from "./run-on-database.ts";

const help = `
The address works once, for 10 minutes, at a loopback address or at the https address of PLATFORM_BASE_URL.
The session that it begins ends with the newest key of the project, at the latest.
${besideService}

Examples:
  platform console-link
  platform console-link --project proj_kL2mN4pQ6rS8`;

/** Adds `platform console-link`. */
export function addConsoleLink(program: Command, setCode: SetCode): void {
  program
    .command("console-link")
    .description("Make an address that signs a browser in to the console, once.")
    .option("--project <id>", "the project to sign in to, if there are several")
    .option(...jsonFlag)
    .addHelpText("after", help)
    .action(async ({ json, ...options }: AdminOptions & SharedFlags) => {
      setCode(await runOnDatabase("console-link", { json }, async () => options));
    });
}
