import type { McpTasks } from "../api/mcp/mcp-call.ts";

/** Tasks of an endpoint at which no call becomes one. */
export const noTasks: McpTasks = {
  run: (make, _, signal = new AbortController().signal) => make(signal),
  find: async () => undefined,
  cancel: async () => {},
};
