import { parseArgs } from "node:util";
import { ConfigError, readConfig } from "../config/read-config.ts";
import { UnsafeDatabaseError } from "../db/assert-isolation.ts";
import { DirectoryLockedError } from "../db/lock-directory.ts";
import { createKeys } from "./create-keys.ts";
import { migrateDatabase } from "./migrate-database.ts";
import { serveUntilSignal } from "./serve-until-signal.ts";
import { StartError } from "./start-error.ts";
import { checkToolkits, listToolkits } from "./toolkits.ts";

const usage = `Usage: platform <command>

  serve                                      start the platform
  migrate                                    bring the schema of the database up to date
  keys create [--name <name>]                make an organization and its first key
  keys create --organization <id>            make a further key of an organization
  toolkits list                              list the toolkits with their versions
  toolkits check [folder]                    check toolkit documents

The environment decides where and how; the README lists the variables.`;

/** Commands by their words. Each answers what it prints. */
const commands: Readonly<
  Record<string, (parameters: Parameters) => Promise<string | undefined> | string>
> = {
  serve: () => serveUntilSignal({ config: readConfig(process.env) }),
  migrate: () => migrateDatabase(readConfig(process.env)),
  "keys create": ({ values }) => createKeys(readConfig(process.env), values),
  "toolkits list": () => listToolkits(readConfig(process.env)),
  "toolkits check": ({ rest: [folder] }) => checkToolkits(folder),
};

type Parameters = {
  readonly values: { readonly name?: string; readonly organization?: string };
  readonly rest: readonly string[];
};

/**
 * Runs a command of the command line. What the operator can mend is printed as its message; everything else is a fault of
 * ours and is printed whole.
 *
 * @param words what stands after the name of the program
 * @returns the exit code
 */
export async function runCli(words: readonly string[]): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        help: { type: "boolean", short: "h" },
        name: { type: "string" },
        organization: { type: "string" },
      },
    });
    const name = [positionals.slice(0, 2).join(" "), positionals[0] ?? ""].find((each) =>
      Object.hasOwn(commands, each),
    );
    if (name === undefined || values.help === true) {
      console.log(usage);
      return values.help === true ? 0 : 2;
    }
    const rest = positionals.slice(name.split(" ").length);
    const text = await commands[name]?.({ values, rest });
    if (text !== undefined) console.log(text);
    return 0;
  } catch (error) {
    console.error(isMendable(error) ? error.message : error);
    return isUsage(error) ? 2 : 1;
  }
}

function isMendable(error: unknown): error is Error {
  return (
    error instanceof StartError ||
    error instanceof ConfigError ||
    error instanceof DirectoryLockedError ||
    error instanceof UnsafeDatabaseError ||
    isUsage(error)
  );
}

/** `parseArgs` met an option that it does not know. */
function isUsage(error: unknown): boolean {
  return (
    error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS")
  );
}
