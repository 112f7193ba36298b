import { type CallToolResult, ErrorCode } from "@modelcontextprotocol/sdk/types.js";
import {
  ReadResultArguments,
  UploadFileArguments,
} from "../../../../../generated/validators/index.js";
import { explainToAgent } from "../../actions/explain-to-agent.ts";
import { readSmallFile } from "../../actions/files/read-small-file.ts";
import { uploadForAgent } from "../../actions/files/upload-for-agent.ts";
import { createSchemaFinder, readKeptResult } from "../../actions/results/read-kept-result.ts";
import { createResultRoom, type ResultRoom } from "../../actions/results/result-room.ts";
import type { ActionCaller, Services } from "../../actions/services.ts";
import { checkMetaArguments } from "../../actions/tool-router/check-meta-arguments.ts";
import { executeTool } from "../../actions/tools/execute-tool.ts";
import type { ToolDefinition, ToolOutline } from "../../applications/toolkits/types/tool-types.ts";
import { type ErrorSlug, PlatformError } from "../../base/errors.ts";
import { cutText } from "../../base/sharing/cut-text.ts";
import { takeFitting } from "../../base/sharing/fit-answer.ts";
import { chooseAuthConfig } from "../../domain/accounts/auth-configs/choose-auth-config.ts";
import { openOrCreateLink } from "../../domain/accounts/connecting/open-links.ts";
import type { McpEndpoint } from "../../domain/agents/mcp/mcp-endpoint.ts";
import type { McpSubject } from "../../domain/agents/mcp/signing-keys.ts";
import { describeMetaTool } from "../../domain/agents/tool-router/meta-tool-records.ts";
import { runInProject } from "../../domain/scope.ts";
import { separateBytes } from "./bytes-of-results.ts";
import { ConnectionNeeded } from "./connection-needed.ts";
import { McpRefusal } from "./mcp-refusal.ts";
import { type McpTools, toMcpFailure, toMcpResult, toMcpTool, wrongCursor } from "./mcp-tools.ts";
import { fitResult, openOutputSchema } from "./output-schemas.ts";
import { describeWholeResult, describeWholeTools, unwrapResult } from "./whole-tools.ts";

/** Tools in one page of a list, and its bytes of JSON. */
const [pageSize, pageBytes] = [50, 32_000];

/** The meta tools that a server has too. Files are uploaded where one of its tools takes files. */
const readingTool = "PLATFORM_READ_RESULT";
const uploadingTool = "PLATFORM_UPLOAD_FILE";

/** Characters of an application's message. The data has all of it. */
const longestError = 1_000;

/** The tools of an MCP server, for the user or the account in a URL. */
export async function createServerTools(
  services: Services,
  caller: ActionCaller,
  { endpoint, subject }: { readonly endpoint: McpEndpoint; readonly subject: McpSubject },
): Promise<McpTools> {
  const { platform } = services;
  const agent = { reader: `server ${endpoint.id} ${subject.name} ${subject.value}` };
  const catalog = await services.catalogs.open(caller);
  const isWanted = createToolTest(endpoint, subject, (slug) => {
    const toolkit = catalog.findToolkit(slug);
    return toolkit?.record.no_auth === true;
  });
  const hasTaker = async (): Promise<boolean> =>
    (await catalog.listTools({ isWanted: (tool) => tool.takesFiles && isWanted(tool) })).total > 0;
  const mayUse = async (slug: string): Promise<boolean> => {
    const tool = await catalog.findTool(slug);
    return tool !== undefined && isWanted(tool);
  };
  return {
    name: endpoint.name,
    instructions:
      "Each tool is an operation of an application, for the user of this address. PLATFORM_READ_RESULT reads the rest of a result that was cut.",
    list: async (cursor, takesAnyJson = false) => {
      const start = readStart(cursor);
      const listed = await catalog.listTools({ isWanted });
      const records = await listed.read(start, pageSize);
      const tools = takesAnyJson
        ? await describeWholeTools(records, catalog.findTool, pageBytes)
        : takeFitting(
            records.map((record) => toMcpTool(record)),
            pageBytes,
          );
      const next = start + tools.length;
      if (next < listed.total && records.length > 0) {
        return { tools, nextCursor: String(next) };
      }
      const own = (await hasTaker())
        ? ([uploadingTool, readingTool] as const)
        : ([readingTool] as const);
      const described = own.map((slug) => toMcpTool(describeMetaTool(platform.baseUrl, slug)));
      return { tools: [...tools, ...described] };
    },
    call: async (slug, given, { signal, takesAnyJson = false }) => {
      const room = createResultRoom(services, { ...caller, signal }, agent);
      try {
        if (slug === readingTool) {
          const checked = checkMetaArguments(ReadResultArguments, given);
          const findSchemas = createSchemaFinder(catalog, isWanted);
          const results = { agent, limit: await room.readLimit(), findSchemas };
          return toMcpResult({ ...(await readKeptResult(services, caller, results, checked)) });
        }
        if (slug === uploadingTool && (await hasTaker())) {
          const checked = checkMetaArguments(UploadFileArguments, given);
          const userId = subject.name === "user_id" ? subject.value : undefined;
          const uploading = { userId, mayUse };
          const made = await uploadForAgent(services, { ...caller, signal }, uploading, checked);
          return made.error === null ? toMcpResult({ ...made }) : toMcpFailure(made.error);
        }
        const tool = await catalog.findTool(slug);
        if (tool === undefined || !isWanted(tool)) {
          throw new McpRefusal(ErrorCode.InvalidParams, `The server has no tool ${slug}.`);
        }
        return await callTool(
          services,
          { ...caller, signal },
          { endpoint, subject, tool, room, given, takesAnyJson },
        );
      } catch (error) {
        if (!(error instanceof PlatformError)) {
          throw error;
        }
        return toMcpFailure(explainToAgent(services, error, false));
      }
    },
  };
}

/** A call of a tool of an application. */
interface ServerCall {
  readonly endpoint: McpEndpoint;
  readonly subject: McpSubject;
  readonly tool: ToolDefinition;
  readonly room: ResultRoom;
  readonly given: Readonly<Record<string, unknown>>;
  readonly takesAnyJson: boolean;
}

async function callTool(
  services: Services,
  caller: ActionCaller,
  { endpoint, subject, tool, room, given, takesAnyJson }: ServerCall,
): Promise<CallToolResult> {
  const { slug } = tool;
  const toolkitSlug = tool.record.toolkit.slug;
  const call = {
    toolSlug: slug,
    arguments: given,
    authConfigIds: endpoint.authConfigs.get(toolkitSlug),
    isAgent: true,
    ...(subject.name === "user_id"
      ? { userId: subject.value }
      : endpoint.accountToolkit === toolkitSlug
        ? { accountId: subject.value }
        : {}),
  };
  try {
    const executed = await executeTool(services, caller, call);
    const { error, successful, logId, file, userId } = executed;
    const { rest, bytes } = await separateBytes(
      { ...executed.data },
      { id: logId, file, read: (id) => readSmallFile(services, caller, id) },
    );
    const data = await room.fit({ data: rest, toolkitSlug, toolSlug: slug, userId });
    if (!successful) {
      return toMcpFailure(JSON.stringify({ error: cutText(error, longestError), data }));
    }
    const schema = takesAnyJson
      ? describeWholeResult(tool)
      : openOutputSchema(tool.record.output_parameters);
    // A result that was cut is an object.
    const isWhole = takesAnyJson && data === rest;
    const shown = isWhole ? unwrapResult(tool, data, executed.wrapping) : data;
    const result = toMcpResult(shown, bytes);
    return schema === undefined ? result : fitResult(result, schema);
  } catch (error) {
    if (!(error instanceof PlatformError)) {
      throw error;
    }
    const explained = await explainFailure(services, caller, { endpoint, subject, tool, error });
    if (explained instanceof ConnectionNeeded) {
      throw explained;
    }
    return toMcpFailure(explained);
  }
}

/** True for the tools that a server shows and executes. */
function createToolTest(
  { toolkits, allowedTools, limits, accountToolkit }: McpEndpoint,
  subject: McpSubject,
  needsNothing: (toolkitSlug: string) => boolean,
) {
  const ofServer = new Set(toolkits);
  const allowed = new Set(allowedTools);
  return ({ slug, record }: Pick<ToolOutline, "slug" | "record">): boolean => {
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

/** @throws McpRefusal for an unknown cursor */
function readStart(cursor: string | undefined): number {
  if (cursor === undefined) {
    return 0;
  }
  if (!/^[1-9]\d{0,8}$/.test(cursor)) {
    throw new McpRefusal(ErrorCode.InvalidParams, wrongCursor);
  }
  return Number(cursor);
}

/** Errors of a user who has to connect, for the first time or again. */
const unconnected: ReadonlySet<ErrorSlug> = new Set([
  "ToolExecution_ConnectedAccountNotFound",
  "ToolExecution_AccountNotActive",
  "ToolExecution_AccountIncomplete",
]);

/**
 * Explains a refusal to an agent.
 *
 * @returns the words, or for a user who is not connected the link
 */
async function explainFailure(
  services: Services,
  caller: ActionCaller,
  {
    endpoint,
    subject,
    tool,
    error,
  }: Pick<ServerCall, "endpoint" | "subject" | "tool"> & { readonly error: PlatformError },
): Promise<string | ConnectionNeeded> {
  const { toolkit } = tool.record;
  if (error.slug === "ToolExecution_AccountAmbiguous") {
    const fix = "Ask whoever set up this MCP server for the address of one of these accounts.";
    return services.explain(error, fix);
  }
  if (!unconnected.has(error.slug) || subject.name !== "user_id") {
    return explainToAgent(services, error, false);
  }
  if (!endpoint.givesLinks) {
    return `${toolkit.name} is not connected for the user ${subject.value}, and this server gives out no links. Ask the user to connect it where this agent was set up, then call the tool again.`;
  }
  try {
    const { redirect_url: link } = await runInProject(services.platform, caller, async (scope) => {
      const [ofServer] = endpoint.authConfigs.get(toolkit.slug) ?? [];
      const auth_config_id = ofServer ?? (await chooseAuthConfig(scope, toolkit.slug));
      return await openOrCreateLink(scope, { auth_config_id, user_id: subject.value });
    });
    const words = `${toolkit.name} is not connected for the user ${subject.value}. Show the user this link, and call the tool again after the user has followed it: ${link}`;
    const { slug, name: application } = toolkit;
    return new ConnectionNeeded([{ toolkit: slug, application, url: link }], toMcpFailure(words));
  } catch (failure) {
    if (failure instanceof PlatformError) {
      return explainToAgent(services, failure, false);
    }
    throw failure;
  }
}
