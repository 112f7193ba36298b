import { ErrorCode } from "@modelcontextprotocol/sdk/types.js";
import { explainToAgent } from "../../actions/explain-to-agent.ts";
import { readSmallFile } from "../../actions/files/read-small-file.ts";
import type { ActionCaller, Services } from "../../actions/services.ts";
import { executeMetaTool } from "../../actions/tool-router/execute-meta-tool.ts";
import type { MultiExecuteWatcher } from "../../actions/tool-router/multi-execute.ts";
import type { FileResult } from "../../applications/execution/execution-types.ts";
import { PlatformError } from "../../base/errors.ts";
import { describeMetaTools } from "../../domain/agents/tool-router/meta-tool-records.ts";
import type { Session } from "../../domain/agents/tool-router/sessions.ts";
import { type ConnectionLink, ConnectionNeeded } from "./connection-needed.ts";
import { McpRefusal } from "./mcp-refusal.ts";
import { type McpTools, toMcpFailure, toMcpResult, toMcpTool, wrongCursor } from "./mcp-tools.ts";
import type { Counted } from "./report-progress.ts";
import { showResults } from "./show-results.ts";

const instructions =
  "Search tools with PLATFORM_SEARCH_TOOLS, connect the user with PLATFORM_MANAGE_CONNECTIONS where that is needed, and execute tools with PLATFORM_MULTI_EXECUTE_TOOL. Read the rest of a result that was cut with PLATFORM_READ_RESULT. Tools that take a file take what PLATFORM_UPLOAD_FILE returns.";

/** The meta tools of a session, for MCP. */
export function createSessionTools(
  services: Services,
  caller: ActionCaller,
  { session, stopping }: { readonly session: Session; readonly stopping: AbortSignal },
): McpTools {
  const tools = describeMetaTools(services.platform.baseUrl, session.config).map((tool) =>
    toMcpTool(tool),
  );
  const mayConnect = session.config.manage_connections.enable !== false;
  return {
    name: "Tool router",
    instructions,
    list: (cursor) => {
      if (cursor !== undefined) {
        throw new McpRefusal(ErrorCode.InvalidParams, wrongCursor);
      }
      return { tools };
    },
    call: async (slug, given, { signal, onProgress, showsLinks = false }) => {
      if (tools.every(({ name }) => name !== slug)) {
        throw new McpRefusal(ErrorCode.InvalidParams, `The session has no tool ${slug}.`);
      }
      try {
        const files = new Map<number, FileResult>();
        const watcher = createWatcher(files, onProgress);
        const call = { slug, arguments: given, stopping, watcher };
        const { data } = await executeMetaTool(services, { ...caller, signal }, { session, call });
        const result =
          "total_count" in data
            ? await showResults(data, files, (id) => readSmallFile(services, caller, id))
            : toMcpResult({ ...data });
        const links =
          showsLinks && given.reinitiate_all !== true
            ? await findLinks(services, caller, data)
            : [];
        if (links.length > 0) {
          throw new ConnectionNeeded(links, result);
        }
        return result;
      } catch (error) {
        if (error instanceof PlatformError) {
          return toMcpFailure(explainToAgent(services, error, mayConnect));
        }
        throw error;
      }
    },
  };
}

type MetaToolData = Awaited<ReturnType<typeof executeMetaTool>>["data"];

/** The links of `PLATFORM_MANAGE_CONNECTIONS`, if it started connections and none has failed. */
async function findLinks(
  services: Services,
  caller: ActionCaller,
  data: MetaToolData,
): Promise<readonly ConnectionLink[]> {
  const connections = "results" in data && !("total_count" in data) ? data.results : [];
  const catalog = await services.catalogs.open(caller);
  return connections.flatMap((each) => {
    const isStarted = "redirect_url" in each && each.status === "initiated";
    return isStarted && each.redirect_url !== null
      ? {
          toolkit: each.toolkit,
          application: catalog.findToolkit(each.toolkit)?.record.name ?? each.toolkit,
          url: each.redirect_url,
        }
      : [];
  });
}

/**
 * Collects the files of results, by the place of their tool, and counts the finished tools. A call of one tool has
 * nothing to count, and so reports its seconds.
 */
function createWatcher(
  files: Map<number, FileResult>,
  onProgress: (counted: Counted) => void,
): MultiExecuteWatcher {
  let [done, total] = [0, 0];
  const report = (): void => {
    if (total > 1) {
      onProgress({ done, total });
    }
  };
  return {
    onBegin: (count) => {
      total = count;
      report();
    },
    onDone: ({ place, file }) => {
      done += 1;
      report();
      if (file !== undefined) {
        files.set(place, file);
      }
    },
  };
}
