import { readConfig } from "../config/read-config.ts";
import { isAdminCommand, type Outcome } from "../process/control/administer.ts";
import { helpText } from "./command-words.ts";
import { explainFailure } from "./explain-failure.ts";
import { type CommandLine, readWords, UsageError } from "./read-words.ts";
import { runAdmin } from "./run-admin.ts";
import { serveUntilSignal } from "./serve-until-signal.ts";
import { checkToolkits, listToolkits } from "./toolkits.ts";

/**
 * Runs a command of the command line. What the operator can mend is printed as its message; everything else is a fault of
 * ours and is printed whole. With `--json` the outcome is one line of JSON on standard output, a failure too.
 *
 * @param words what stands after the name of the program
 * @returns the exit code: 0, 1 when it failed, 2 for wrong usage
 */
export async function runCli(words: readonly string[]): Promise<number> {
  let line: CommandLine;
  try {
    line = readWords(words);
  } catch (error) {
    if (!(error instanceof UsageError)) {
      throw error;
    }
    console.error(`${error.message}\n\n${helpText(error.command)}`);
    return 2;
  }
  if (line.isHelp) {
    console.log(helpText(line.command));
    return 0;
  }
  return await run(line);
}

async function run(line: CommandLine): Promise<number> {
  try {
    const outcome = await perform(line);
    if (outcome === undefined) {
      return 0;
    }
    console.log(line.isJson ? JSON.stringify(outcome.data) : outcome.text);
    return outcome.isFailure === true ? 1 : 0;
  } catch (error) {
    const message = explainFailure(error);
    if (line.isJson) {
      console.log(JSON.stringify({ error: message ?? "a fault of the program" }));
    }
    console.error(message ?? error);
    return 1;
  }
}

async function perform({
  command,
  options,
  rest,
  isJson,
}: CommandLine): Promise<(Outcome & { readonly isFailure?: boolean }) | undefined> {
  switch (command) {
    case undefined:
      return undefined;
    case "serve":
      await serveUntilSignal({ config: readConfig(process.env), isJson });
      return undefined;
    case "toolkits list":
      return listToolkits(readConfig(process.env));
    case "toolkits check":
      return checkToolkits(rest[0], () => readConfig(process.env));
    default: {
      // Every other command needs the database.
      if (!isAdminCommand(command)) {
        return command satisfies never;
      }
      const config = readConfig(process.env);
      return await runAdmin(command, { config, options, progress: (text) => console.error(text) });
    }
  }
}
