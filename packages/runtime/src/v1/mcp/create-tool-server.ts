import { type CallToolResult, type ListToolsResult, Server } from "@modelcontextprotocol/server";
import type { ToolSet } from "../tools/create-tool-set.ts";
import type { ToolApi, ToolResult } from "../tools/tool.ts";

/**
 * A server of the Model Context Protocol for one connection, with the tools of an API.
 *
 * Connect it to any transport of the package `@modelcontextprotocol/server`. `serveMcpOverStdio` and `serveMcpOverHttp`
 * serve with their own.
 *
 * @example
 * ```ts
 * import { createToolServer, serveMcpOverStdio } from "@specwright/runtime/v1/mcp";
 * import { api, createTools } from "./generated/tools/index.js";
 *
 * const set = createTools({ tags: ["notes"] });
 * await serveMcpOverStdio(() => createToolServer(api, set));
 * ```
 */
export function createToolServer(
  { name, title, version }: Pick<ToolApi, "name" | "title" | "version">,
  set: ToolSet,
): Server {
  const server = new Server({ name, title, version }, { capabilities: { tools: {} } });
  // Our schemas are JSON. The package's type of JSON does not accept the type `object` for a part of them.
  const tools = [...set.tools] as unknown as ListToolsResult["tools"];
  server.setRequestHandler("tools/list", () => ({ tools }));
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) =>
    toCallResult(await set.call(params.name, params.arguments, { signal: mcpReq.signal })),
  );
  return server;
}

function toCallResult({ text, structured, file, isError }: ToolResult): CallToolResult {
  const shown = file?.type.startsWith("image/")
    ? [{ type: "image" as const, data: file.data, mimeType: file.type }]
    : file === undefined
      ? []
      : [
          {
            type: "resource" as const,
            resource: { uri: "file:///answer", mimeType: file.type, blob: file.data },
          },
        ];
  return {
    content: [{ type: "text", text }, ...shown],
    ...(structured !== undefined && { structuredContent: { ...structured } }),
    ...(isError && { isError }),
  };
}
