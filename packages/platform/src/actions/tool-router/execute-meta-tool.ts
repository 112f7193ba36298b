import {
  GetToolSchemasArguments,
  ManageConnectionsArguments,
  MultiExecuteToolArguments,
  ReadResultArguments,
  SearchToolsArguments,
  UploadFileArguments,
  WaitForConnectionsArguments,
} from "../../../../../generated/validators/index.js";
import type { Schemas } from "../../base/api-types.ts";
import { PlatformError } from "../../base/errors.ts";
import {
  hashSessionId,
  listMetaTools,
  type Session,
} from "../../domain/agents/tool-router/sessions.ts";
import { uploadForAgent } from "../files/upload-for-agent.ts";
import { createSchemaFinder, readKeptResult } from "../results/read-kept-result.ts";
import { createResultRoom } from "../results/result-room.ts";
import type { ActionCaller, Services } from "../services.ts";
import { callAndLog } from "../tools/logged-call.ts";
import { checkMetaArguments } from "./check-meta-arguments.ts";
import { getToolSchemas } from "./get-tool-schemas.ts";
import { manageConnections } from "./manage-connections.ts";
import { executeTools, type MultiExecuteWatcher } from "./multi-execute.ts";
import { answerToolSearch } from "./search-tools.ts";
import { readSessionView } from "./session-view.ts";
import { waitForConnections } from "./wait-for-connections.ts";

/** A call of a meta tool. */
export interface MetaToolCall {
  readonly slug: string;
  readonly arguments: unknown;
  /** Aborts when the process begins to stop. A call that only waits ends then. */
  readonly stopping: AbortSignal;
  /** Follows the tools of `PLATFORM_MULTI_EXECUTE_TOOL`. */
  readonly watcher?: MultiExecuteWatcher;
}

/** The result of a meta tool, and the id of its entry in the log. */
export interface ExecutedMetaTool {
  readonly data: Schemas["MetaToolExecution"]["data"];
  readonly logId: string;
}

/** A meta tool whose arguments were checked. */
interface Prepared {
  readonly run: () => Promise<ExecutedMetaTool["data"]>;
  /** The arguments in the form that the log stores. */
  readonly logged: Readonly<Record<string, unknown>>;
}

/**
 * Executes one of the meta tools of a session. It is logged like a tool, but without links, which are secrets, and
 * without the results of single tools, which have their own logs.
 *
 * @throws PlatformError `ToolRouter_MetaToolNotFound`, `ToolExecution_ArgumentsInvalid`
 */
export async function executeMetaTool(
  services: Services,
  caller: ActionCaller,
  { session, call }: { readonly session: Session; readonly call: MetaToolCall },
): Promise<ExecutedMetaTool> {
  const slug = listMetaTools(session.config).find((each) => each === call.slug);
  if (slug === undefined) {
    throw new PlatformError("ToolRouter_MetaToolNotFound");
  }
  const { run, logged } = prepare(services, caller, { session, call, slug });
  return await callAndLog<ExecutedMetaTool["data"], ExecutedMetaTool>(services, caller, {
    account: undefined,
    key: undefined,
    execution: {
      tool_slug: slug,
      toolkit_slug: "platform",
      version: "20251120_00",
      user_id: session.config.user_id,
      arguments: logged,
    },
    build: () => run,
    describe: (data) => ({
      successful: true,
      error: null,
      reason: null,
      status_code: null,
      data: describeData(data),
    }),
    toResult: (data, logId) => ({ data, logId }),
  });
}

function prepare(
  services: Services,
  caller: ActionCaller,
  {
    session,
    call,
    slug,
  }: {
    readonly session: Session;
    readonly call: MetaToolCall;
    readonly slug: Schemas["MetaToolSlug"];
  },
): Prepared {
  const { result_limit_bytes: limit } = session.config;
  const agent = { reader: `session ${hashSessionId(session.id)}`, limit };
  const room = createResultRoom(services, caller, agent);
  switch (slug) {
    case "PLATFORM_SEARCH_TOOLS": {
      const given = checkMetaArguments(SearchToolsArguments, call.arguments);
      const mayConnect = session.config.manage_connections.enable !== false;
      return {
        logged: { ...given },
        run: async () =>
          await answerToolSearch(await readSessionView(services, caller, session), given, {
            mayConnect,
            limit: await room.readLimit(),
          }),
      };
    }
    case "PLATFORM_GET_TOOL_SCHEMAS": {
      const given = checkMetaArguments(GetToolSchemasArguments, call.arguments);
      return {
        logged: { ...given },
        run: async () =>
          await getToolSchemas(
            await readSessionView(services, caller, session),
            given,
            await room.readLimit(),
          ),
      };
    }
    case "PLATFORM_MANAGE_CONNECTIONS": {
      const given = checkMetaArguments(ManageConnectionsArguments, call.arguments);
      return {
        logged: { ...given },
        run: () => manageConnections(services, caller, session, given),
      };
    }
    case "PLATFORM_WAIT_FOR_CONNECTIONS": {
      const wait = checkMetaArguments(WaitForConnectionsArguments, call.arguments);
      const { stopping } = call;
      return {
        logged: { ...wait },
        run: () => waitForConnections(services, caller, session, { wait, stopping }),
      };
    }
    case "PLATFORM_MULTI_EXECUTE_TOOL": {
      const given = checkMetaArguments(MultiExecuteToolArguments, call.arguments);
      return {
        logged: { tools: given.tools.map(({ tool_slug }) => ({ tool_slug })) },
        run: () => executeTools(services, caller, { session, room }, given, call.watcher),
      };
    }
    case "PLATFORM_READ_RESULT": {
      const given = checkMetaArguments(ReadResultArguments, call.arguments);
      return {
        logged: { ...given },
        run: async () => {
          const { catalog, allowsTool } = await readSessionView(services, caller, session);
          const findSchemas = createSchemaFinder(catalog, allowsTool);
          const results = { agent, limit: await room.readLimit(), findSchemas };
          return await readKeptResult(services, caller, results, given);
        },
      };
    }
    case "PLATFORM_UPLOAD_FILE": {
      const given = checkMetaArguments(UploadFileArguments, call.arguments);
      const { content, ...logged } = given;
      return {
        logged: { ...logged, ...(content !== undefined && { content: "***" }) },
        run: async () => {
          const { catalog, allowsTool } = await readSessionView(services, caller, session);
          const mayUse = async (toolSlug: string): Promise<boolean> => {
            const tool = await catalog.findTool(toolSlug);
            return tool !== undefined && allowsTool(tool);
          };
          return await uploadForAgent(
            services,
            caller,
            { userId: session.config.user_id, mayUse },
            given,
          );
        },
      };
    }
    default:
      return slug satisfies never;
  }
}

/**
 * The part of a result that the log keeps: without addresses of links and files, which are secrets, and without results
 * that have their own logs.
 */
function describeData(data: ExecutedMetaTool["data"]): Readonly<Record<string, unknown>> {
  if ("total_count" in data) {
    const { results, ...counts } = data;
    return { ...counts, log_ids: results.map(({ log_id }) => log_id) };
  }
  if ("upload_url" in data) {
    return { ...data, upload_url: data.upload_url === null ? null : "***" };
  }
  if ("matches" in data) {
    const { value: _, matches: __, file: ___, ...about } = data;
    return about;
  }
  if ("results" in data && !("toolkit_connection_statuses" in data)) {
    return { ...data, results: data.results.map((each) => ({ ...each, redirect_url: null })) };
  }
  return { ...data };
}
