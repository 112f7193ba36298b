import { parseArgs } from "node:util";
import { type CommandWords, commandHelp, isCommand, type OptionName } from "./command-words.ts";

/** The command line is wrong; the message says how. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  readonly command: CommandWords | undefined;

  constructor(message: string, command?: CommandWords) {
    super(message);
    this.command = command;
  }
}

/** A command line that was understood. */
export interface CommandLine {
  /** Undefined for `--help` alone. */
  readonly command: CommandWords | undefined;
  readonly isHelp: boolean;
  readonly isJson: boolean;
  readonly options: Readonly<Partial<Record<OptionName, string>>>;
  readonly rest: readonly string[];
}

/**
 * Reads what stands after the name of the program.
 *
 * @throws UsageError for a command, an option or a word that there is not
 */
export function readWords(words: readonly string[]): CommandLine {
  const { values, positionals } = parse(words);
  const { help: isHelp = false, json: isJson = false, ...options } = values;
  const command = [positionals.slice(0, 2).join(" "), positionals[0] ?? ""].find(isCommand);
  if (command === undefined) {
    if (isHelp && positionals.length === 0) {
      return { command, isHelp, isJson, options, rest: [] };
    }
    const [first] = positionals;
    throw new UsageError(
      first === undefined
        ? "A command is missing."
        : `There is no command "${positionals.join(" ")}".`,
    );
  }
  const known = commandHelp[command];
  const rest = positionals.slice(command.split(" ").length);
  if (rest.length > known.rest) {
    throw new UsageError(`"${rest[known.rest]}" is one word too many.`, command);
  }
  const given = (["name", "organization", "project"] as const).filter(
    (name) => options[name] !== undefined,
  );
  const foreign = given.find((name) => !known.options.includes(name));
  if (foreign !== undefined) {
    throw new UsageError(`There is no option --${foreign}.`, command);
  }
  if (given.length > 1 && options.name !== undefined) {
    throw new UsageError(`--${given.join(" and --")} exclude each other.`, command);
  }
  if (options.project !== undefined && options.organization === undefined) {
    throw new UsageError("--project needs --organization, the id of its organization.", command);
  }
  return { command, isHelp, isJson, options, rest };
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        help: { type: "boolean", short: "h" },
        json: { type: "boolean" },
        name: { type: "string" },
        organization: { type: "string" },
        project: { type: "string" },
      },
    });
  } catch (error) {
    // The only failures of parseArgs are an option that is not known, and one that lacks its value or has one too many.
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
