import { Command, CommanderError } from "commander";
import { addCheckConfig } from "./check-config.ts";
import { addConsoleLink } from "./console-link.ts";
import { addJobs } from "./jobs.ts";
import { addKeys } from "./keys.ts";
import { addInspectMcp } from "./mcp.ts";
import { addMigrate } from "./migrate.ts";
import { addMoving } from "./moving.ts";
import { addOwners } from "./owners.ts";
import { addServe } from "./serve.ts";
import { addToolkits } from "./toolkits.ts";

/** Shown below the help of every command. */
const ending = `
Environment variables configure all commands; docs/operations.md lists them.
Exit codes: 0 done; 1 failed; 2 wrong usage.`;

/** Shown below the help of the platform itself. */
const examples = `
Examples:
  platform serve                     start on the embedded database in .data, on port 3000
  PORT=8080 platform serve           the same on another port
  platform keys create --name Acme   make an organization and its key`;

/** Wrong options, arguments or commands. */
const wrongUsage = 2;

/**
 * Runs a command of the command line.
 *
 * @param words the arguments after the name of the program
 * @returns the exit code: 0, 1 when the command failed, 2 for wrong usage
 */
export async function runPlatformCli(words: readonly string[]): Promise<number> {
  let code = 0;
  const setCode = (value: number): void => {
    code = value;
  };
  // Commands copy these settings when they are added, so set them first.
  const program = new Command("platform")
    .description("The Integration Platform: the service, and the commands of its operator.")
    .exitOverride()
    .configureHelp({ visibleCommands: listCommandsBelow, subcommandTerm: spellCommand })
    .showHelpAfterError("Run it with --help to see its options.")
    .configureOutput({
      writeOut: (text) => console.log(text.trimEnd()),
      writeErr: (text) => console.error(text.trimEnd()),
    })
    .addHelpText("after", examples)
    .addHelpText("afterAll", ending);
  for (const add of [
    addServe,
    addCheckConfig,
    addMigrate,
    addOwners,
    addKeys,
    addConsoleLink,
    addToolkits,
    addJobs,
    addMoving,
    addInspectMcp,
  ]) {
    add(program, setCode);
  }
  try {
    await program.parseAsync([...words], { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has already printed the problem. Help arrives here too, with the code 0.
      return error.exitCode === 0 ? 0 : wrongUsage;
    }
    throw error;
  }
  return code;
}

/** The commands that do something. Help lists `keys create` but not its group, `keys`. */
function listCommandsBelow(command: Command): Command[] {
  return command.commands.flatMap((each) =>
    each.commands.length === 0 ? [each] : listCommandsBelow(each),
  );
}

/** A command as a user types it after `platform`, such as `keys create`. */
function spellCommand(command: Command): string {
  const { parent } = command;
  return parent?.parent ? `${spellCommand(parent)} ${command.name()}` : command.name();
}
