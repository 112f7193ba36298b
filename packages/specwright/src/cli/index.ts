import { Command, CommanderError } from "commander";
import { toolVersion } from "../commands/tool-version.ts";
import { addGenerate } from "./generate.ts";
import { addInit } from "./init.ts";
import { normalizeTypesArguments } from "./openapi-typescript-flags.ts";
import { addScaffold } from "./scaffold.ts";
import { addTypes } from "./types.ts";

/** Wrong options, arguments or commands. */
const wrongUsage = 2;

/**
 * Runs the command line.
 *
 * @param args The arguments, without the interpreter and the script.
 * @returns The exit code: 0 when all is well, 1 for problems of the document or the output, 2 for wrong usage.
 */
export async function runCli(args: readonly string[]): Promise<number> {
  let code = 0;
  const setCode = (value: number): void => {
    code = value;
  };
  const program = new Command("specwright")
    .description("From an OpenAPI document to types, a client, validators and server stubs.")
    .version(toolVersion())
    .exitOverride()
    .showHelpAfterError("Run it with --help to see what it takes.");
  addGenerate(program, setCode);
  addTypes(program, setCode);
  addScaffold(program, setCode);
  addInit(program, setCode);
  for (const command of program.commands) {
    command.exitOverride().showHelpAfterError("Run it with --help to see what it takes.");
  }
  try {
    const [name] = args;
    const normalized = name === "types" ? normalizeTypesArguments(args) : [...args];
    await program.parseAsync(normalized, { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has said what is wrong. Help and version come here too, with the code 0.
      return error.exitCode === 0 ? 0 : wrongUsage;
    }
    throw error;
  }
  return code;
}
