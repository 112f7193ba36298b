import { readDatabaseNow } from "../../base/db/now.ts";
import type { McpResource } from "../mcp-sign-in/mcp-resource.ts";
import type { RowsScope } from "../mcp-sign-in/run-in-rows.ts";
import { hashSessionId } from "./tool-router/sessions.ts";

/** The name of an MCP endpoint for the person who signs in to it; undefined when the project does not have the endpoint. */
export async function nameMcpEndpoint(
  { trx, projectId }: RowsScope,
  { kind, id }: McpResource,
): Promise<string | undefined> {
  if (kind === "server") {
    const server = await trx
      .selectFrom("mcp_servers")
      .select("name")
      .where("project_id", "=", projectId)
      .where("id", "=", id)
      .executeTakeFirst();
    return server?.name;
  }
  const session = await trx
    .selectFrom("tool_router_sessions")
    .select("id")
    .where("project_id", "=", projectId)
    .where("id", "=", hashSessionId(id))
    .where("expires_at", ">", readDatabaseNow())
    .executeTakeFirst();
  return session && "the tools of this session";
}
