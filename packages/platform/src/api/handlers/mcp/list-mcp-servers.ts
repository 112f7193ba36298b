import { listMcpServers as readServers } from "../../../domain/agents/mcp/read-mcp-servers.ts";
import type { HandlerOf } from "../handler.ts";
import { runInCallersProject } from "../scopes.ts";
import { assertPageFits, readNumberedPage, splitList } from "./numbered-page.ts";

/** `GET /mcp/servers` */
export const listMcpServers: HandlerOf<"listMcpServers"> = async (input) => {
  const { name, toolkits, auth_config_ids: ids } = input.query;
  const filter = { name, toolkits: splitList(toolkits), authConfigIds: splitList(ids) };
  const page = readNumberedPage(input.query);
  const body = await runInCallersProject(input, (scope) => readServers(scope, filter, page));
  return { status: 200, body: assertPageFits(body, body.items) };
};
