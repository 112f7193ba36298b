import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import type { ActionCaller, Services } from "../actions/services.ts";
import { executeMetaTool } from "../actions/tool-router/execute-meta-tool.ts";
import { describeMetaTools } from "../domain/tool-router/meta-tool-records.ts";
import type { Session } from "../domain/tool-router/sessions.ts";
import { PlatformError } from "../errors.ts";
import { type McpTools, toMcpFailure, toMcpResult, toMcpTool } from "./mcp-tools.ts";

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
    call: async (slug, given, signal) => {
      if (tools.every(({ name }) => name !== slug)) {
        throw new McpError(ErrorCode.InvalidParams, `The session has no tool ${slug}.`);
      }
      try {
        const call = { slug, arguments: given, stopping };
        const done = await executeMetaTool(services, { ...caller, signal }, { session, call });
        return toMcpResult({ ...done.data });
      } catch (error) {
        if (error instanceof PlatformError) {
          return toMcpFailure(services.explain(error));
        }
        throw error;
      }
    },
  };
}
