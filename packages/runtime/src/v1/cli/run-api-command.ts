import { readFileSync } from "node:fs";
import { Command, CommanderError, Option } from "commander";
import type { AuthOptions } from "../client/auth/credential.ts";
import { ApiError } from "../client/failures/api-error.ts";
import type { CallInput } from "../client/operation.ts";
import { createTransport, type Transport } from "../client/transport.ts";
import { stringifyConverted } from "../conversions/exact-json.ts";
import { isObject } from "../schema/values/scalars.ts";
import { argumentsToInput, ToolArgumentError } from "../tools/arguments-to-input.ts";
import { readCredentials } from "../tools/read-environment.ts";
import type { ApiTool, Environment, ToolApi } from "../tools/tool.ts";
import {
  type CommandFlag,
  type CommandPosition,
  listCommandFlags,
  listCommandPositions,
  toKebab,
} from "./command-flags.ts";
import { completeWords, printCompletion, type Shell, shells } from "./completion.ts";
import { printAnswerTable } from "./print-answer-table.ts";
import { printCurl } from "./print-curl.ts";

/** The flags of every command. */
interface OwnFlags {
  readonly server?: string;
  readonly output: "json" | "table";
  readonly dryRun?: boolean;
  readonly file?: string;
}

/** The command line of an API, and the environment that it runs in. */
export interface ApiCommandOptions {
  /** The name of the command, or of the package that has it. With a relative path, the API's name is taken. */
  readonly name: string;
  /** The words after the command. */
  readonly args: readonly string[];
  /** The variables with the credentials. */
  readonly environment: Environment;
}

const exitCodes = `
Exit codes: 0 a success; 1 no answer; 2 wrong usage; 3, 4 or 5 an answer of that class, such as 404.`;

/**
 * Runs a command line with a command for each operation, grouped by tag. Answers are written to the standard output.
 *
 * @returns the exit code: 0 for a success, 1 when no answer came, 2 for wrong usage, else the class of the status: 4 for 404
 * @example
 * ```ts
 * import { runApiCommand } from "@specwright/runtime/v1/cli";
 * import { api } from "./generated/cli/index.js";
 *
 * const args = ["notes", "list-notes", "--limit", "5", "--dry-run"];
 * process.exitCode = await runApiCommand(api, { name: "notes", args, environment: process.env });
 * ```
 */
export async function runApiCommand(api: ToolApi, options: ApiCommandOptions): Promise<number> {
  let code = 0;
  const name = options.name.startsWith(".") ? api.name : (options.name.split("/").at(-1) ?? "");
  const program = buildProgram(api, { ...options, name }, (value) => {
    code = value;
  });
  try {
    await program.parseAsync([...options.args], { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) {
      return error.exitCode === 0 ? 0 : 2;
    }
    if (error instanceof ToolArgumentError) {
      process.stderr.write(`error: ${error.message}\n`);
      return 2;
    }
    return reportFailure(error);
  }
}

function buildProgram(
  api: ToolApi,
  options: ApiCommandOptions,
  setCode: (code: number) => void,
): Command {
  const { credentials, baseUrlVariable, title, version } = api;
  const variables = [...credentials.flatMap((each) => each.variables), baseUrlVariable];
  const program = new Command(options.name)
    .description(title)
    .version(version)
    .exitOverride()
    .addHelpText(
      "after",
      `\nEnvironment:\n${variables.map((each) => `  ${each}\n`).join("")}${exitCodes}`,
    );
  for (const tool of api.tools) {
    addOperation(findGroup(program, api, tool), tool, (values, own) =>
      runOperation(api, tool, values, own, options.environment).then(setCode),
    );
  }
  program
    .command("completion")
    .description("Print the completion of a shell, for its start-up file.")
    .argument("<shell>", shells.join(", "))
    .action((shell: string, _: unknown, self: Command) => {
      if (!shells.some((each) => each === shell)) {
        self.error(`error: ${shell} has no completion. Choose from ${shells.join(", ")}.`);
      }
      // One of them, as checked above.
      process.stdout.write(printCompletion(options.name, shell as Shell));
    });
  program
    .command("complete-words", { hidden: true })
    .argument("[words...]")
    .action((words: readonly string[]) => {
      process.stdout.write(
        completeWords(program, words)
          .map((word) => `${word}\n`)
          .join(""),
      );
    });
  return program;
}

/** The commands that are no groups of operations. */
const ownCommands: readonly string[] = ["completion", "complete-words"];

/** The group of an operation: its first tag. */
function findGroup(program: Command, { tags: about = {} }: ToolApi, { tags }: ApiTool): Command {
  const [tag = "other"] = tags;
  const wanted = toKebab(tag);
  const name = ownCommands.includes(wanted) ? `${wanted}-operations` : wanted;
  return (
    program.commands.find((each) => each.name() === name) ??
    program
      .command(name)
      .description((Object.hasOwn(about, tag) && about[tag]) || `Operations with the tag ${name}.`)
      .exitOverride()
  );
}

function addOperation(
  group: Command,
  tool: ApiTool,
  run: (values: Readonly<Record<string, unknown>>, own: OwnFlags) => Promise<void>,
): void {
  const flags = listCommandFlags(tool);
  const positions = listCommandPositions(tool);
  const kebab = toKebab(tool.operation);
  const isFree = (name: string): boolean => !group.commands.some((each) => each.name() === name);
  const command = group
    .command([kebab, tool.operation].find(isFree) ?? `${kebab}-${group.commands.length + 1}`)
    .summary(tool.annotations.title ?? tool.description.split("\n")[0] ?? "")
    .description(tool.description)
    .exitOverride()
    .allowExcessArguments(false);
  for (const { word } of positions) {
    command.addArgument(word);
  }
  for (const { option } of flags) {
    command.addOption(option);
  }
  if (listBodyArguments(tool).length > 0) {
    command.option(
      "--file <path>",
      "the body as JSON, from a file or - for standard input; flags win",
    );
  }
  command
    .addOption(
      new Option("--output <form>", "the form of the answer")
        .choices(["json", "table"])
        .default("json"),
    )
    .option("--dry-run", "print the request as a command of curl, and send nothing")
    .option("--server <url>", "the address of the service")
    // Commander passes the words first.
    .action((...passed: readonly unknown[]) => {
      const own: OwnFlags & Readonly<Record<string, unknown>> = command.opts();
      return run({ ...pickWords(passed, positions), ...pickValues(own, flags) }, own);
    });
}

function pickWords(
  passed: readonly unknown[],
  positions: readonly CommandPosition[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(positions.map(({ argument }, index) => [argument, passed[index]]));
}

function pickValues(
  all: Readonly<Record<string, unknown>>,
  flags: readonly CommandFlag[],
): Readonly<Record<string, unknown>> {
  const given = flags.map(
    ({ argument, option }) => [argument, all[option.attributeName()]] as const,
  );
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/** The arguments of which the body consists. */
function listBodyArguments({ inputSchema, places = {} }: ApiTool): readonly string[] {
  return Object.keys(inputSchema.properties).filter(
    (name) => (places[name] ?? [name])[0] === "body",
  );
}

async function runOperation(
  api: ToolApi,
  tool: ApiTool,
  values: Readonly<Record<string, unknown>>,
  own: OwnFlags,
  environment: Environment,
): Promise<number> {
  const input = buildInput(tool, values, own.file);
  const variables = api.credentials.flatMap((each) => each.variables);
  const isDry = own.dryRun === true;
  // In a dry run the names of the variables stand for their values.
  const known = isDry
    ? Object.fromEntries(variables.map((name) => [name, `$${name}`]))
    : environment;
  const transport = openTransport(
    api,
    own,
    environment,
    readCredentials(api, known),
    isDry ? variables : undefined,
  );
  const answer = await tool.call(transport, input, {}).withResponse();
  await writeAnswer(answer.body, own.output);
  return 0;
}

function openTransport(
  api: ToolApi,
  own: OwnFlags,
  environment: Environment,
  auth: AuthOptions,
  dryVariables: readonly string[] | undefined,
): Transport {
  const baseUrl = own.server ?? (environment[api.baseUrlVariable] || api.baseUrl);
  if (baseUrl === undefined) {
    throw new ToolArgumentError(
      `The address of the service is not known. Pass --server <url>, or set ${api.baseUrlVariable}.`,
    );
  }
  return createTransport({
    baseUrl,
    auth,
    ...(dryVariables !== undefined && {
      fetch: async (request: Request): Promise<Response> => {
        throw new DryRun(await printCurl(request, dryVariables));
      },
      retries: 0,
    }),
  });
}

/** Ends a dry run with the command of curl. */
class DryRun extends Error {}

function buildInput(
  tool: ApiTool,
  values: Readonly<Record<string, unknown>>,
  file: string | undefined,
): CallInput {
  if (file === undefined) {
    return argumentsToInput(tool, values);
  }
  const ofBody = listBodyArguments(tool);
  const required = (tool.inputSchema.required ?? []).filter((name) => !ofBody.includes(name));
  const inputSchema = { ...tool.inputSchema, required };
  const input = argumentsToInput({ ...tool, inputSchema }, values);
  const body = readBody(file);
  const { body: flagged } = input;
  const isMerged = isObject(body) && isObject(flagged);
  return { ...input, body: isMerged ? { ...body, ...flagged } : (flagged ?? body) };
}

/** @throws ToolArgumentError for a file that cannot be read or is not JSON */
function readBody(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path === "-" ? 0 : path, "utf8"));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ToolArgumentError(
      `The body in ${path} cannot be read: ${reason}. Pass a file with JSON to --file.`,
    );
  }
}

async function writeAnswer(body: unknown, form: OwnFlags["output"]): Promise<void> {
  if (body instanceof Blob) {
    process.stdout.write(new Uint8Array(await body.arrayBuffer()));
    return;
  }
  if (isObject(body) && Symbol.asyncIterator in body) {
    // The client returns a generator for a stream.
    for await (const item of body as unknown as AsyncIterable<unknown>) {
      process.stdout.write(`${stringifyConverted(item)}\n`);
    }
    return;
  }
  if (body !== undefined) {
    process.stdout.write(
      form === "table" ? printAnswerTable(body) : `${stringifyConverted(body, 2)}\n`,
    );
  }
}

/** Reports why a call failed. Returns the exit code. */
function reportFailure(error: unknown): number {
  const cause = error instanceof Error ? findDryRun(error) : undefined;
  if (cause !== undefined) {
    process.stdout.write(`${cause.message}\n`);
    return 0;
  }
  process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
  if (!(error instanceof ApiError)) {
    return 1;
  }
  if (error.body !== undefined && !(error.body instanceof Blob)) {
    const text = typeof error.body === "string" ? error.body : stringifyConverted(error.body, 2);
    process.stderr.write(`${text}\n`);
  }
  return Math.floor(error.status / 100);
}

/** The client wraps errors of `fetch`. */
function findDryRun(error: Error): DryRun | undefined {
  return error instanceof DryRun
    ? error
    : error.cause instanceof Error
      ? findDryRun(error.cause)
      : undefined;
}
