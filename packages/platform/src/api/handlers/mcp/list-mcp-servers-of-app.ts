import { PlatformError } from "../../../base/errors.ts";
import { listMcpServers as readServers } from "../../../domain/agents/mcp/read-mcp-servers.ts";
import type { HandlerOf } from "../handler.ts";
import { runInCallersProject } from "../scopes.ts";
import { assertPageFits, readNumberedPage, splitList } from "./numbered-page.ts";

/** `GET /mcp/app/{appKey}` */
export const listMcpServersOfApp: HandlerOf<"listMcpServersOfApp"> = async (input) => {
  const { name, auth_config_ids: ids } = input.query;
  const { appKey } = input.path;
  const filter = { name, toolkits: [appKey], authConfigIds: splitList(ids) };
  const page = readNumberedPage(input.query);
  const body = await runInCallersProject(input, (scope) => {
    if (scope.catalog.findToolkit(appKey) === undefined) {
      throw new PlatformError("Toolkit_NotFound");
    }
    return readServers(scope, filter, page);
  });
  return { status: 200, body: assertPageFits(body, body.items) };
};
