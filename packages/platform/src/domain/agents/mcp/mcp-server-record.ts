import type { Selectable } from "kysely";
import type { Schemas } from "../../../base/api-types.ts";
import type { Tables } from "../../../base/db/tables.ts";
import type { Scope } from "../../scope.ts";
import { type CommandOptions, writeCommands } from "./write-commands.ts";

/** A server, with the values of its row. */
export type McpServerRow = Omit<Selectable<Tables["mcp_servers"]>, "signing_key">;

/** A row with the number of users that have an instance. */
export interface CountedServer extends McpServerRow {
  readonly instances: number;
}

/** A server as the API returns it, with commands for a user. */
export function toMcpServer(
  { catalog, platform: { baseUrl } }: Pick<Scope, "catalog" | "platform">,
  row: CountedServer,
  options: CommandOptions = {},
): Schemas["McpServer"] {
  const url = `${baseUrl}/mcp/${row.id}`;
  const icons = row.toolkits.map((slug) => [
    slug,
    catalog.findToolkit(slug)?.record.meta.logo ?? `${baseUrl}/logos/${slug}.svg`,
  ]);
  return {
    id: row.id,
    name: row.name,
    auth_config_ids: row.auth_config_ids,
    allowed_tools: row.allowed_tools,
    mcp_url: url,
    toolkits: row.toolkits,
    toolkit_icons: Object.fromEntries(icons),
    commands: writeCommands(row.name, url, options),
    updated_at: row.updated_at.toISOString(),
    created_at: row.created_at.toISOString(),
    server_instance_count: row.instances,
    managed_auth_via_platform: row.managed_auth_via_platform,
  };
}
