import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import { readSmallFile } from "../actions/files/read-small-file.ts";
import type { ActionCaller, Services } from "../actions/services.ts";
import { executeMetaTool } from "../actions/tool-router/execute-meta-tool.ts";
import type { MultiExecuteWatcher } from "../actions/tool-router/multi-execute.ts";
import { describeMetaTools } from "../domain/agents/tool-router/meta-tool-records.ts";
import type { Session } from "../domain/agents/tool-router/sessions.ts";
import { PlatformError } from "../errors.ts";
import type { FileResult } from "../execution/execution-types.ts";
import { type McpTools, toMcpFailure, toMcpResult, toMcpTool } from "./mcp-tools.ts";
import type { Counted } from "./report-progress.ts";
import { showResults } from "./show-results.ts";

const instructions =
  "Search tools with PLATFORM_SEARCH_TOOLS, connect the user with PLATFORM_MANAGE_CONNECTIONS where that is needed, and execute tools with PLATFORM_MULTI_EXECUTE_TOOL.";

/** The meta tools of a session, for MCP. */
export function createSessionTools(
  services: Services,
  caller: ActionCaller,
  { session, stopping }: { readonly session: Session; readonly stopping: AbortSignal },
): McpTools {
  const tools = describeMetaTools(services.platform.baseUrl, session.config).map(toMcpTool);
  return {
    name: "Tool router",
    instructions,
    list: () => ({ tools }),
    call: async (slug, given, { signal, onProgress }) => {
      if (tools.every(({ name }) => name !== slug)) {
        throw new McpError(ErrorCode.InvalidParams, `The session has no tool ${slug}.`);
      }
      try {
        const files = new Map<number, FileResult>();
        const watcher = createWatcher(files, onProgress);
        const call = { slug, arguments: given, stopping, watcher };
        const { data } = await executeMetaTool(services, { ...caller, signal }, { session, call });
        return "total_count" in data
          ? await showResults(data, files, (id) => readSmallFile(services, caller, id))
          : toMcpResult({ ...data });
      } catch (error) {
        if (error instanceof PlatformError) {
          return toMcpFailure(services.explain(error));
        }
        throw error;
      }
    },
  };
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
