import { parseArgs } from "node:util";
import type { ToolApi } from "../tools/tool.ts";
import { runTools } from "./run-tools.ts";

const flags = {
  http: { type: "string" },
  write: { type: "boolean" },
  tags: { type: "string" },
  operations: { type: "string" },
  server: { type: "string" },
  list: { type: "boolean" },
  json: { type: "boolean" },
  "print-config": { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

/**
 * The command of a generated package: it serves the tools of its API to clients of the Model Context Protocol.
 *
 * @param command the name of the package, with which `npx` starts it, or a relative path when it is not one
 * @returns the exit code: 0 after the client has ended, 1 when the tools cannot be served, 2 for wrong usage
 */
export async function runToolsCommand(api: ToolApi, command: string): Promise<number> {
  try {
    const { values } = parseArgs({ options: flags });
    if (values.help === true) {
      process.stdout.write(printHelp(api, command));
      return 0;
    }
    const { http, tags, operations, ...rest } = values;
    await runTools(api, {
      ...rest,
      printConfig: values["print-config"],
      tags: tags?.split(","),
      operations: operations?.split(","),
      http: http === undefined ? undefined : readPort(http),
      command: [...findStart(command), ...repeatFlags(values)],
      environment: process.env,
    });
    return 0;
  } catch (error) {
    const { message, code = "" } = error as Error & { readonly code?: string }; // Nothing else is thrown here.
    process.stderr.write(`error: ${message}\n`);
    return code.startsWith("ERR_PARSE_ARGS") ? 2 : 1;
  }
}

/** A package is started with npx, and a folder of the user's own program with Node. */
function findStart(command: string): readonly [string, ...string[]] {
  const [, script = ""] = process.argv;
  return command.startsWith(".") ? ["node", script] : ["npx", "-y", command];
}

/** The flags that choose tools, for the configuration of a client. */
function repeatFlags(values: {
  readonly write?: boolean | undefined;
  readonly tags?: string | undefined;
  readonly operations?: string | undefined;
  readonly server?: string | undefined;
}): readonly string[] {
  const texts = (["tags", "operations", "server"] as const).flatMap((name) =>
    values[name] === undefined ? [] : [`--${name}`, values[name]],
  );
  return values.write === true ? [...texts, "--write"] : texts;
}

/** @throws TypeError for a text that is not a port */
function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) {
    throw new TypeError(`${text} is not a port. Pass a number from 0 to 65535 to --http.`);
  }
  return port;
}

function printHelp({ title, credentials, baseUrlVariable }: ToolApi, command: string): string {
  const start = findStart(command).join(" ");
  const variables = [...credentials.flatMap((each) => each.variables), baseUrlVariable];
  return `Usage: ${start} [options]

Serves the operations of ${title} as tools of the Model Context Protocol.

Options:
  --http <port>         serve over HTTP on this machine (default: standard input and output)
  --write               with the tools that change something
  --tags <names>        only tools with these tags (with commas)
  --operations <names>  only these tools (with commas)
  --server <url>        the address of the service
  --list                print the tools and end
  --json                print the tools as JSON and end
  --print-config        print what to paste into clients and end
  -h, --help            print this help

Environment:
${variables.map((name) => `  ${name}\n`).join("")}`;
}
