import { randomUUID } from "node:crypto";
import { type Expression, type SqlBool, sql } from "kysely";
import type { Schemas } from "../../../base/api-types.ts";
import { readDatabaseNow } from "../../../base/db/now.ts";
import { PlatformError } from "../../../base/errors.ts";
import type { Scope } from "../../scope.ts";
import { checkMcpServer, type McpServerParts } from "./check-mcp-server.ts";
import { toMcpServer } from "./mcp-server-record.ts";
import { readMcpServer } from "./read-mcp-servers.ts";
import { sealNewSigningKey } from "./signing-keys.ts";

/** A server to create. */
export interface NewMcpServer extends McpServerParts {
  readonly name: string;
  readonly managedAuthViaPlatform: boolean;
}

/**
 * Creates an MCP server.
 *
 * @throws PlatformError `Mcp_NameTaken`, and the errors of `checkMcpServer`
 */
export async function createMcpServer(
  scope: Scope,
  server: NewMcpServer,
): Promise<Schemas["McpServer"]> {
  const { name, authConfigIds, ownToolkits, allowedTools, managedAuthViaPlatform } = server;
  const toolkits = await checkMcpServer(scope, server);
  const id = randomUUID();
  const inserted = await scope.trx
    .insertInto("mcp_servers")
    .values({
      project_id: scope.projectId,
      id,
      name,
      auth_config_ids: [...authConfigIds],
      own_toolkits: [...ownToolkits],
      toolkits: [...toolkits],
      allowed_tools: [...allowedTools],
      managed_auth_via_platform: managedAuthViaPlatform,
      signing_key: await sealNewSigningKey(scope, id),
    })
    .onConflict((conflict) => conflict.expression(sql`project_id, lower(name)`).doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 0n) {
    throw new PlatformError("Mcp_NameTaken");
  }
  return toMcpServer(scope, await readMcpServer(scope, id));
}

/**
 * Changes the given members.
 *
 * @throws PlatformError `Mcp_ServerNotFound`, `Mcp_NameTaken`, and the errors of `checkMcpServer` for the changed
 *   server
 */
export async function updateMcpServer(
  scope: Scope,
  id: string,
  changes: Schemas["UpdateMcpServerRequest"],
): Promise<Schemas["McpServer"]> {
  await lockMcpServer(scope, id);
  const before = await readMcpServer(scope, id);
  const parts = {
    authConfigIds: changes.auth_config_ids ?? before.auth_config_ids,
    ownToolkits: changes.toolkits ?? before.own_toolkits,
    allowedTools: changes.allowed_tools ?? before.allowed_tools,
  };
  const toolkits = await checkMcpServer(scope, parts);
  const name = changes.name ?? before.name;
  if (await isNameTaken(scope, name, id)) {
    throw new PlatformError("Mcp_NameTaken");
  }
  await scope.trx
    .updateTable("mcp_servers")
    .set({
      name,
      auth_config_ids: [...parts.authConfigIds],
      own_toolkits: [...parts.ownToolkits],
      toolkits: [...toolkits],
      allowed_tools: [...parts.allowedTools],
      managed_auth_via_platform:
        changes.managed_auth_via_platform ?? before.managed_auth_via_platform,
      updated_at: readDatabaseNow(),
    })
    .where("project_id", "=", scope.projectId)
    .where("id", "=", id)
    .execute();
  return toMcpServer(scope, await readMcpServer(scope, id));
}

async function isNameTaken(
  { trx, projectId }: Scope,
  name: string,
  exceptId: string,
): Promise<boolean> {
  const hasName: Expression<SqlBool> = sql<SqlBool>`lower(name) = lower(${name})`;
  const other = await trx
    .selectFrom("mcp_servers")
    .select("id")
    .where("project_id", "=", projectId)
    .where("id", "!=", exceptId)
    .where(hasName)
    .executeTakeFirst();
  return other !== undefined;
}

/**
 * Locks a server, so that others cannot change it until the transaction ends; @throws PlatformError
 * `Mcp_ServerNotFound`
 */
export async function lockMcpServer({ trx, projectId }: Scope, id: string): Promise<void> {
  const row = await trx
    .selectFrom("mcp_servers")
    .select("id")
    .where("project_id", "=", projectId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) {
    throw new PlatformError("Mcp_ServerNotFound");
  }
}

/** Deletes a server with its instances; @throws PlatformError `Mcp_ServerNotFound` */
export async function deleteMcpServer({ trx, projectId }: Scope, id: string): Promise<void> {
  const deleted = await trx
    .deleteFrom("mcp_servers")
    .where("project_id", "=", projectId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (deleted.numDeletedRows === 0n) {
    throw new PlatformError("Mcp_ServerNotFound");
  }
}
