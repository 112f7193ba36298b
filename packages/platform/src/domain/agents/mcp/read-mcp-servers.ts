import { type SqlBool, sql } from "kysely";
import type { Schemas } from "../../../api-types.ts";
import { PlatformError } from "../../../errors.ts";
import type { Scope } from "../../scope.ts";
import { type CountedServer, toMcpServer } from "./mcp-server-record.ts";

/** Selects servers. When several members are given, all of them have to match. */
export interface McpServerFilter {
  /** A part of the name, in upper or lower case. */
  readonly name?: string | undefined;
  readonly toolkits?: readonly string[] | undefined;
  readonly authConfigIds?: readonly string[] | undefined;
}

/** A page by number, and its order. */
export interface NumberedPage {
  readonly page: number;
  readonly limit: number;
  readonly orderBy: "created_at" | "updated_at";
  readonly direction: "asc" | "desc";
}

/** A page of the project's servers. */
export async function listMcpServers(
  scope: Scope,
  { name, toolkits, authConfigIds }: McpServerFilter,
  { page, limit, orderBy, direction }: NumberedPage,
): Promise<Schemas["McpServerList"]> {
  let matching = selectMcpServers(scope);
  if (name !== undefined) {
    matching = matching.where(
      sql<SqlBool>`position(lower(${name}) in lower(mcp_servers.name)) > 0`,
    );
  }
  if (toolkits !== undefined) {
    matching = matching.where(sql<SqlBool>`mcp_servers.toolkits && ${[...toolkits]}::text[]`);
  }
  if (authConfigIds !== undefined) {
    const wanted = [...authConfigIds];
    matching = matching.where(sql<SqlBool>`mcp_servers.auth_config_ids && ${wanted}::text[]`);
  }
  const { total } = await matching
    .clearSelect()
    .select(sql<number>`count(*)::integer`.as("total"))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .orderBy(`mcp_servers.${orderBy}`, direction)
    .orderBy("mcp_servers.id", direction)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return {
    items: rows.map((row) => toMcpServer(scope, row)),
    total_pages: Math.ceil(total / limit),
    current_page: page,
  };
}

/** A server of the project with its number of instances; @throws PlatformError `Mcp_ServerNotFound` */
export async function readMcpServer(scope: Scope, id: string): Promise<CountedServer> {
  const row = await selectMcpServers(scope).where("mcp_servers.id", "=", id).executeTakeFirst();
  if (row === undefined) {
    throw new PlatformError("Mcp_ServerNotFound");
  }
  return row;
}

/** The servers of the project, each with the number of its instances. */
function selectMcpServers({ trx, projectId }: Scope) {
  return trx
    .selectFrom("mcp_servers")
    .where("mcp_servers.project_id", "=", projectId)
    .select([
      "mcp_servers.project_id",
      "mcp_servers.id",
      "mcp_servers.name",
      "mcp_servers.auth_config_ids",
      "mcp_servers.own_toolkits",
      "mcp_servers.toolkits",
      "mcp_servers.allowed_tools",
      "mcp_servers.managed_auth_via_platform",
      "mcp_servers.created_at",
      "mcp_servers.updated_at",
    ])
    .select((eb) =>
      eb
        .selectFrom("mcp_instances")
        .whereRef("mcp_instances.project_id", "=", "mcp_servers.project_id")
        .whereRef("mcp_instances.server_id", "=", "mcp_servers.id")
        .select(sql<number>`count(*)::integer`.as("count"))
        .$asScalar()
        .$notNull()
        .as("instances"),
    );
}
