import type { ToolsCommand } from "@specwright/runtime/v1/mcp";
import type { ApiTool, Environment, ToolApi } from "@specwright/runtime/v1/tools";
import { createDiagnosticError, type Diagnostic, DiagnosticError } from "../../diagnostic.ts";
import type { Model } from "../../document/model/model.ts";
import { fillServerAddress } from "../../document/model/server-address.ts";
import { buildSentModel, type ParameterSettings } from "../../emit/shared/parameters/sent-model.ts";
import { callOperation } from "../../emit/tools/calls/call-operation.ts";
import { planTools } from "../../emit/tools/plan.ts";
import { type NamedInput, resolveInput } from "../load/document-input.ts";
import { guardDepth } from "../load/guard-depth.ts";
import { loadInput } from "../load/load-model.ts";

/** The document, the choice of its tools, and how they are served. */
export interface McpOptions
  extends NamedInput,
    ParameterSettings,
    Pick<
      ToolsCommand,
      "tags" | "operations" | "write" | "server" | "http" | "list" | "json" | "printConfig"
    > {
  /** The API's name in variables of the environment and in clients. Default: its title. */
  readonly name?: string;
  /** Called with the warnings about the document before anything is served. */
  readonly onDiagnostics?: (diagnostics: readonly Diagnostic[]) => void;
  /** Default: the variables of the process. */
  readonly environment?: Environment;
}

/**
 * Serves the operations of a document as tools of the Model Context Protocol, without generating code: over standard input
 * and output until the client ends, or over HTTP. With `list`, `json` or `printConfig` it prints and ends.
 *
 * @throws DiagnosticError with every problem of the document, for tags and operations that it does not have, for a document
 * without an absolute server, and when the package of the protocol is not installed
 */
export async function serveMcp(options: McpOptions): Promise<void> {
  const input = resolveInput(options);
  const { model: loaded, diagnostics } = loadInput(input, { source: input.name });
  const { tags, operations, name, environment = process.env } = options;
  const { api, found } = guardDepth(input.name, () => {
    const model = buildSentModel(loaded, options);
    const plan = planTools(model, { tags, operations, name });
    return { api: toToolApi(model, plan, options.document), found: plan.diagnostics };
  });
  const errors = found.filter(({ severity }) => severity === "error");
  if (errors.length > 0) {
    throw new DiagnosticError(errors);
  }
  options.onDiagnostics?.([...diagnostics, ...found]);
  const { runTools } = await loadMcp();
  try {
    // The plan has only the chosen operations.
    await runTools(api, {
      ...options,
      tags: undefined,
      operations: undefined,
      environment,
      command: listWords(input.name, options),
    });
  } catch (error) {
    throw error instanceof TypeError || isPortProblem(error)
      ? createDiagnosticError({
          code: "not-served",
          message: error.message,
          fix: "Pass --server <url> for the address of the service, or another port to --http.",
        })
      : error;
  }
}

/** The tools, with calls of the runtime instead of those of a generated client. */
function toToolApi(
  model: Model,
  { api, tools }: ReturnType<typeof planTools>,
  document: string,
): ToolApi {
  const byName = new Map(model.operations.map((operation) => [operation.name, operation]));
  const baseUrl = api.baseUrl ?? resolveServer(model, document);
  return {
    ...api,
    ...(baseUrl !== undefined && { baseUrl }),
    tools: tools.flatMap((tool): ApiTool[] => {
      const operation = byName.get(tool.operation);
      return operation === undefined ? [] : [{ ...tool, call: callOperation(operation, model) }];
    }),
  };
}

/** A relative server of a downloaded document is relative to the document's address (OpenAPI 3.1, section 4.8.5). */
function resolveServer({ servers: [server] }: Model, document: string): string | undefined {
  const address = server === undefined ? "/" : fillServerAddress(server);
  return /^https?:/.test(document) && URL.canParse(address, document)
    ? new URL(address, document).href.replace(/\/$/, "")
    : undefined;
}

/** The words that serve the same tools, also from another folder. */
function listWords(
  document: string,
  { tags, operations, name, write, server }: McpOptions,
): readonly [string, ...string[]] {
  const packages = ["-p", "specwright", "-p", protocolPackage];
  const texts = [
    ...(tags === undefined ? [] : ["--tags", tags.join(",")]),
    ...(operations === undefined ? [] : ["--operations", operations.join(",")]),
    ...(name === undefined ? [] : ["--name", name]),
    ...(server === undefined ? [] : ["--server", server]),
    ...(write === true ? ["--write"] : []),
  ];
  return ["npx", "-y", ...packages, "specwright", "mcp", document, ...texts];
}

const protocolPackage = "@modelcontextprotocol/server";

/** @throws DiagnosticError when the package of the protocol is not installed */
async function loadMcp(): Promise<typeof import("@specwright/runtime/v1/mcp")> {
  try {
    return await import("@specwright/runtime/v1/mcp");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException; // Only errors are thrown by an import.
    if (code !== "ERR_MODULE_NOT_FOUND") {
      throw error;
    }
    throw createDiagnosticError({
      code: "missing-tool",
      message: `\`specwright mcp\` serves with the package ${protocolPackage}, which is not installed.`,
      fix: `Run \`npm install --save-dev ${protocolPackage}\`, then the same command again. Without a project: \`npx -p specwright -p ${protocolPackage} specwright mcp <document>\`.`,
    });
  }
}

function isPortProblem(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && /^E(?:ADDRINUSE|ACCES)$/.test(String(Object(error).code));
}
