import { Command, CommanderError } from "commander";
import { readToolVersion } from "../commands/packages/tool-version.ts";
import { normalizeSwitches } from "./options/normalize-switches.ts";

type AddCommand = (program: Command, setCode: (code: number) => void) => void;

/**
 * The commands in the order of the help. Each command loads its own modules, because loading takes longer than running
 * some of the commands.
 */
const commands: Readonly<Record<string, (asksForHelp: boolean) => Promise<AddCommand>>> = {
  generate: async (asksForHelp) => {
    const { addGenerate, loadConfiguredTargets } = await import("./commands/generate.ts");
    // Their options are part of the help.
    const own = asksForHelp ? await loadConfiguredTargets() : [];
    return (program, setCode) => addGenerate(program, setCode, own);
  },
  shape: async () => (await import("./commands/shape.ts")).addShape,
  fix: async () => (await import("./commands/fix.ts")).addFix,
  paginate: async () => (await import("./commands/paginate.ts")).addPaginate,
  overlay: async () => (await import("./commands/overlay.ts")).addOverlay,
  types: async () => (await import("./commands/types.ts")).addTypes,
  diff: async () => (await import("./commands/diff.ts")).addDiff,
  release: async () => (await import("./commands/release.ts")).addRelease,
  verify: async () => (await import("./commands/verify.ts")).addVerify,
  mcp: async () => (await import("./commands/mcp.ts")).addMcp,
  scaffold: async () => (await import("./commands/scaffold.ts")).addScaffold,
  docs: async () => (await import("./commands/docs.ts")).addDocs,
  init: async () => (await import("./commands/init.ts")).addInit,
  eject: async () => (await import("./commands/eject.ts")).addEject,
  tools: async () => (await import("./commands/tools.ts")).addTools,
};

/** The end of specwright's own help. */
const more = `
To start a new API:         specwright init my-api
For an existing document:   specwright generate openapi.yaml --out generated

Exit codes: 0 done; 1 errors in a document or its settings, forbidden losses, or output that
--check finds stale, changes that --fail-on names, or findings of verify; 2 wrong usage.`;

/** Wrong options, arguments or commands. */
const wrongUsage = 2;

/**
 * Runs the command line.
 *
 * @param args The arguments, without the interpreter and the script.
 * @returns The exit code: 0 when all is well, 1 for problems of the document or the output, 2 for wrong usage.
 */
export async function runCli(args: readonly string[]): Promise<number> {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", ignoreClosedPipe);
  }
  let code = 0;
  const setCode = (value: number): void => {
    code = value;
  };
  const program = new Command("specwright")
    .description(
      "Turn an OpenAPI document into types, a client, validators, server stubs and reference docs.",
    )
    .version(readToolVersion())
    .exitOverride()
    .showHelpAfterError("Run it with --help to see its options.")
    .addHelpText("after", more);
  const [name = ""] = args;
  // Other arguments, such as `--help`, need all commands.
  const asked = Object.hasOwn(commands, name) && name !== "tools" ? [name] : Object.keys(commands);
  const asksForHelp = args.some((word) => word === "--help" || word === "-h");
  for (const each of asked) {
    const add = await commands[each]?.(name === "generate" && asksForHelp);
    add?.(program, setCode);
  }
  for (const command of program.commands) {
    command.exitOverride().showHelpAfterError("Run it with --help to see its options.");
  }
  try {
    const command = program.commands.find((each) => each.name() === name) ?? program;
    const isUnknown =
      command === program && name !== "help" && name !== "" && !name.startsWith("-");
    // With `--help`, commander would print the help of the program and not mention the unknown command.
    const given = isUnknown ? args.filter((word) => word !== "--help" && word !== "-h") : args;
    await program.parseAsync(normalizeSwitches(given, command), { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.code === "commander.unknownCommand" && namesDocument(name)) {
        process.stderr.write("To make types of a document: specwright types <document>\n");
      }
      // Commander has already printed the problem. It also throws after printing the help or the version, with the code
      // 0.
      return error.exitCode === 0 ? 0 : wrongUsage;
    }
    throw error;
  }
  return code;
}

/** openapi-typescript has no commands: its arguments begin with the document. */
function namesDocument(word: string): boolean {
  return /\.(?:ya?ml|json)$|^https?:/i.test(word);
}

/** A program that reads the output, such as `head`, may stop reading. The command still finishes. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") {
    throw error;
  }
}
