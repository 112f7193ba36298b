import { listMcpInstances as readInstances } from "../../../domain/agents/mcp/mcp-instances.ts";
import type { HandlerOf } from "../handler.ts";
import { runInCallersProject } from "../scopes.ts";
import { assertPageFits, readNumberedPage } from "./numbered-page.ts";

/** `GET /mcp/servers/{serverId}/instances` */
export const listMcpInstances: HandlerOf<"listMcpInstances"> = async (input) => {
  const page = readNumberedPage(input.query);
  const { serverId } = input.path;
  const body = await runInCallersProject(input, (scope) => readInstances(scope, serverId, page));
  return { status: 200, body: assertPageFits(body, body.instances) };
};
