import { alignColumns } from "../cli/print-answer-table.ts";
import {
  chooseTools,
  createToolSet,
  type ToolChoice,
  toDefinition,
} from "../tools/create-tool-set.ts";
import type { Environment, ToolApi, ToolDefinition } from "../tools/tool.ts";
import { createToolServer } from "./create-tool-server.ts";
import { printConfiguration, printHttpConfiguration } from "./print-configuration.ts";
import { serveMcpOverHttp, serveMcpOverStdio } from "./serve-mcp.ts";

/** The options of a command that serves tools. */
export interface ToolsCommand extends ToolChoice {
  /** The base URL of the service. Default: that of the environment, else the document's. */
  readonly server?: string | undefined;
  /** Serves over HTTP at this port of the machine. Default: over standard input and output. */
  readonly http?: number | undefined;
  /** Prints the tools and ends. */
  readonly list?: boolean | undefined;
  /** Prints them as JSON. */
  readonly json?: boolean | undefined;
  /** Prints what to paste into clients and ends. */
  readonly printConfig?: boolean | undefined;
  /** The words that start this command without a choice of the transport, for `printConfig`. */
  readonly command: readonly [string, ...string[]];
  readonly environment: Environment;
}

/**
 * Lists the tools of an API, prints the configuration of clients, or serves the tools until the client ends. Only
 * messages of the protocol and the list are written to the standard output.
 *
 * @throws TypeError as `createToolSet`, and the error of the port
 * @example
 * ```ts
 * import { runTools } from "@specwright/runtime/v1/mcp";
 * import { api } from "./generated/tools/index.js";
 *
 * await runTools(api, { list: true, command: ["node", "tools.js"], environment: process.env });
 * ```
 */
export async function runTools(api: ToolApi, options: ToolsCommand): Promise<void> {
  const { server, environment, http, list, json, printConfig } = options;
  const chosen = chooseTools(api, options).map(toDefinition);
  if (list === true || json === true) {
    process.stdout.write(
      json === true ? `${JSON.stringify(chosen, undefined, 2)}\n` : printTools(chosen),
    );
    return;
  }
  if (printConfig === true) {
    process.stderr.write(printStart(api, options));
    return;
  }
  const set = createToolSet(api, {
    ...pickChoice(options),
    environment,
    ...(server !== undefined && { baseUrl: server }),
  });
  const create = (): ReturnType<typeof createToolServer> => createToolServer(api, set);
  const words = `${chosen.length} ${chosen.length === 1 ? "tool" : "tools"} of ${shortenLine(api.title)}`;
  if (http === undefined) {
    // A person started it. Clients log or show what a server writes to the error stream.
    if (process.stdin.isTTY) {
      process.stderr.write(
        `Serving ${words} over standard input and output. To use them in a client: --print-config\n`,
      );
    }
    return serveMcpOverStdio(create);
  }
  const { url, server: listening } = await serveMcpOverHttp(create, http);
  process.stderr.write(`Serving ${words} at ${url}\n`);
  return new Promise((resolve) => {
    listening.once("close", resolve);
  });
}

function pickChoice({ tags, operations, write }: ToolChoice): ToolChoice {
  return { tags, operations, write };
}

function printStart(api: ToolApi, { command, http }: ToolsCommand): string {
  const [first, ...args] = command;
  return http === undefined
    ? printConfiguration({
        name: api.name,
        command: first,
        args,
        variables: api.credentials.flatMap(({ variables }) => variables),
      })
    : `Start it with: ${[...command, "--http", String(http)].join(" ")}\n\n${printHttpConfiguration(api.name, `http://127.0.0.1:${http}/mcp`)}`;
}

/** The tools as a table: the name, what the tool may do, and the first line of its description. */
function printTools(tools: readonly ToolDefinition[]): string {
  return alignColumns(
    tools.map((tool) => [tool.name, describeEffect(tool), shortenLine(tool.description)]),
  );
}

function describeEffect({ annotations }: ToolDefinition): string {
  return annotations.readOnlyHint ? "reads" : annotations.destructiveHint ? "changes" : "adds";
}

/** One line for a terminal, without control characters. */
function shortenLine(text: string): string {
  const [line = ""] = text.split("\n");
  const plain = line.replace(/\p{C}+/gu, " ");
  return plain.length > 80 ? `${plain.slice(0, 79)}…` : plain;
}
