/**
 * Serves tools over the Model Context Protocol. The package `@modelcontextprotocol/server` has to be installed.
 */

export { createToolServer } from "./mcp/create-tool-server.ts";
export { runTools, type ToolsCommand } from "./mcp/run-tools.ts";
export { runToolsCommand } from "./mcp/run-tools-command.ts";
export { serveMcpOverHttp, serveMcpOverStdio } from "./mcp/serve-mcp.ts";
