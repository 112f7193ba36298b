import * as json from "@specwright/runtime/v1/schema";
import {
  GetToolSchemasArguments,
  ManageConnectionsArguments,
  MultiExecuteToolArguments,
  SearchToolsArguments,
  WaitForConnectionsArguments,
} from "../../../../../generated/validators/index.js";
import type { Schemas } from "../../api-types.ts";
import { listMetaTools, type Session } from "../../domain/agents/tool-router/sessions.ts";
import { PlatformError } from "../../errors.ts";
import type { ActionCaller, Services } from "../services.ts";
import { callAndLog } from "../tools/logged-call.ts";
import { ownTransactions } from "../transactions.ts";
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
    transactions: ownTransactions,
    execution: {
      tool_slug: slug,
      toolkit_slug: "platform",
      version: "20251120_00",
      user_id: session.config.user_id,
      arguments: logged,
    },
    call: async (begin) => {
      await begin();
      return await run();
    },
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
  switch (slug) {
    case "PLATFORM_SEARCH_TOOLS": {
      const given = check(SearchToolsArguments, call.arguments);
      const mayConnect = session.config.manage_connections.enable !== false;
      return {
        logged: { ...given },
        run: async () =>
          await answerToolSearch(
            await readSessionView(services, caller, session),
            given,
            mayConnect,
          ),
      };
    }
    case "PLATFORM_GET_TOOL_SCHEMAS": {
      const given = check(GetToolSchemasArguments, call.arguments);
      return {
        logged: { ...given },
        run: async () =>
          await getToolSchemas(await readSessionView(services, caller, session), given),
      };
    }
    case "PLATFORM_MANAGE_CONNECTIONS": {
      const given = check(ManageConnectionsArguments, call.arguments);
      return {
        logged: { ...given },
        run: () => manageConnections(services, caller, session, given),
      };
    }
    case "PLATFORM_WAIT_FOR_CONNECTIONS": {
      const wait = check(WaitForConnectionsArguments, call.arguments);
      const { stopping } = call;
      return {
        logged: { ...wait },
        run: () => waitForConnections(services, caller, session, { wait, stopping }),
      };
    }
    case "PLATFORM_MULTI_EXECUTE_TOOL": {
      const given = check(MultiExecuteToolArguments, call.arguments);
      return {
        logged: { tools: given.tools.map(({ tool_slug }) => ({ tool_slug })) },
        run: () => executeTools(services, caller, session, given, call.watcher),
      };
    }
    default:
      return slug satisfies never;
  }
}

/** @throws PlatformError `ToolExecution_ArgumentsInvalid` */
function check<T>(schema: json.ObjectSchema<T>, value: unknown): T {
  const result = schema.safeParse(value, { error: json.describeIssue });
  if (!result.success) {
    const errors = json.fieldLines("body.arguments", json.fieldIssues(result.error.issues));
    throw new PlatformError("ToolExecution_ArgumentsInvalid", { errors });
  }
  return result.data;
}

/**
 * The part of a result that the log keeps: without addresses of links, which are secrets, and without results that
 * have their own logs.
 */
function describeData(data: ExecutedMetaTool["data"]): Readonly<Record<string, unknown>> {
  if ("total_count" in data) {
    const { results, ...counts } = data;
    return { ...counts, log_ids: results.map(({ log_id }) => log_id) };
  }
  if ("results" in data && !("toolkit_connection_statuses" in data)) {
    return { ...data, results: data.results.map((each) => ({ ...each, redirect_url: null })) };
  }
  return { ...data };
}
