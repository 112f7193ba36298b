import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import { readSmallFile } from "../actions/files/read-small-file.ts";
import type { ActionCaller, Services } from "../actions/services.ts";
import { executeTool } from "../actions/tools/execute-tool.ts";
import { openOrCreateLink } from "../domain/accounts/connecting/open-links.ts";
import type { McpEndpoint } from "../domain/agents/mcp/mcp-endpoint.ts";
import type { McpSubject } from "../domain/agents/mcp/signing-keys.ts";
import { runInProject } from "../domain/scope.ts";
import { PlatformError } from "../errors.ts";
import type { ToolOutline } from "../toolkits/types/tool-types.ts";
import { toMcpToolResult } from "./bytes-of-results.ts";
import { type McpTools, toMcpFailure, toMcpTool } from "./mcp-tools.ts";
import { fitResult, openOutputSchema } from "./output-schemas.ts";

/** Tools in one page of a list. */
const pageSize = 100;

/** The tools of an MCP server, for the user or the account in a URL. */
export async function createServerTools(
  services: Services,
  caller: ActionCaller,
  { endpoint, subject }: { readonly endpoint: McpEndpoint; readonly subject: McpSubject },
): Promise<McpTools> {
  const catalog = await services.catalogs.open(caller);
  const isWanted = createToolTest(endpoint, subject, (slug) => {
    const toolkit = catalog.findToolkit(slug);
    return toolkit?.record.no_auth === true;
  });
  return {
    name: endpoint.name,
    instructions: "Each tool is an operation of an application, for the user of this address.",
    list: async (cursor) => {
      const start = readStart(cursor);
      const listed = await catalog.listTools({ isWanted });
      const records = await listed.read(start, pageSize);
      const next = start + records.length;
      return {
        tools: records.map((record) => {
          const { outputSchema: _, ...tool } = toMcpTool(record);
          const outputSchema = openOutputSchema(record.output_parameters);
          return { ...tool, ...(outputSchema === undefined ? {} : { outputSchema }) };
        }),
        ...(next < listed.total && records.length > 0 ? { nextCursor: String(next) } : {}),
      };
    },
    call: async (slug, given, { signal }) => {
      const tool = await catalog.findTool(slug);
      if (tool === undefined || !isWanted(tool)) {
        throw new McpError(ErrorCode.InvalidParams, `The server has no tool ${slug}.`);
      }
      const authConfigIds = endpoint.authConfigs.get(tool.record.toolkit.slug);
      const call = {
        toolSlug: slug,
        arguments: given,
        authConfigIds,
        ...(subject.name === "user_id"
          ? { userId: subject.value }
          : endpoint.accountToolkit === tool.record.toolkit.slug
            ? { accountId: subject.value }
            : {}),
      };
      try {
        const { data, error, successful, logId, file } = await executeTool(
          services,
          { ...caller, signal },
          call,
        );
        if (!successful) {
          return toMcpFailure(JSON.stringify({ error, data }));
        }
        const read = (id: string) => readSmallFile(services, caller, id);
        const result = await toMcpToolResult(data, { id: logId, file, read });
        const { record } = await catalog.getTool(slug);
        const schema = openOutputSchema(record.output_parameters);
        return schema === undefined ? result : fitResult(result, schema);
      } catch (error) {
        if (!(error instanceof PlatformError)) {
          throw error;
        }
        const request = { endpoint, subject, tool, error };
        return toMcpFailure(await explainFailure(services, caller, request));
      }
    },
  };
}

/** True for the tools that a server shows and executes. */
function createToolTest(
  { toolkits, allowedTools, limits, accountToolkit }: McpEndpoint,
  subject: McpSubject,
  needsNothing: (toolkitSlug: string) => boolean,
) {
  const ofServer = new Set(toolkits);
  const allowed = new Set(allowedTools);
  return ({ slug, record }: ToolOutline): boolean => {
    const toolkit = record.toolkit.slug;
    return (
      ofServer.has(toolkit) &&
      // A URL with an account offers the tools of that account's toolkit and of toolkits without authentication.
      (subject.name === "user_id" || toolkit === accountToolkit || needsNothing(toolkit)) &&
      (allowed.size === 0 || allowed.has(slug)) &&
      (limits.get(toolkit)?.has(slug) ?? true)
    );
  };
}

/** @throws McpError for an unknown cursor */
function readStart(cursor: string | undefined): number {
  if (cursor === undefined) {
    return 0;
  }
  if (!/^[1-9]\d{0,8}$/.test(cursor)) {
    throw new McpError(ErrorCode.InvalidParams, "The cursor is not one of this list.");
  }
  return Number(cursor);
}

/** Explains a refusal to an agent. A user who is not connected gets a link to connect. */
async function explainFailure(
  services: Services,
  caller: ActionCaller,
  {
    endpoint,
    subject,
    tool,
    error,
  }: {
    readonly endpoint: McpEndpoint;
    readonly subject: McpSubject;
    readonly tool: ToolOutline;
    readonly error: PlatformError;
  },
): Promise<string> {
  const { toolkit } = tool.record;
  const [authConfigId] = endpoint.authConfigs.get(toolkit.slug) ?? [];
  const isUnconnected = error.slug === "ToolExecution_ConnectedAccountNotFound";
  if (!isUnconnected || subject.name !== "user_id") {
    return services.explain(error);
  }
  if (!endpoint.givesLinks || authConfigId === undefined) {
    // The error's own fix is a request with the project's key, which an agent does not have.
    return `${toolkit.name} is not connected for the user ${subject.value}. Ask whoever set up this MCP server to connect it, then call the tool again.`;
  }
  try {
    const { redirect_url: link } = await runInProject(services.platform, caller, (scope) =>
      openOrCreateLink(scope, { auth_config_id: authConfigId, user_id: subject.value }),
    );
    return `Connect ${toolkit.name} first: ${link}`;
  } catch (failure) {
    if (failure instanceof PlatformError) {
      return services.explain(failure);
    }
    throw failure;
  }
}
