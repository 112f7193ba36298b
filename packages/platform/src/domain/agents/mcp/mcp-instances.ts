import { randomUUID } from "node:crypto";
import { type Selectable, sql } from "kysely";
import type { Schemas } from "../../../base/api-types.ts";
import type { Tables } from "../../../base/db/tables.ts";
import { PlatformError } from "../../../base/errors.ts";
import {
  computeEffectiveStatus,
  selectAccounts,
} from "../../accounts/connected-accounts/account-rows.ts";
import { endAccount } from "../../accounts/connected-accounts/changing/remove-accounts.ts";
import { lockAccounts } from "../../accounts/connected-accounts/open-account.ts";
import type { Scope } from "../../scope.ts";
import { type NumberedPage, readMcpServer } from "./read-mcp-servers.ts";

/** A page of the instances of a server; @throws PlatformError `Mcp_ServerNotFound` */
export async function listMcpInstances(
  scope: Scope,
  serverId: string,
  { page, limit, orderBy, direction }: NumberedPage,
): Promise<Schemas["McpInstanceList"]> {
  const server = await readMcpServer(scope, serverId);
  const rows = await selectInstances(scope, serverId)
    .orderBy(orderBy, direction)
    .orderBy("id", direction)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return {
    instances: rows.map(toRecord),
    server_id: server.id,
    server_name: server.name,
    total_pages: Math.ceil(server.instances / limit),
    current_page: page,
  };
}

/**
 * Registers a user of a server.
 *
 * @throws PlatformError `Mcp_ServerNotFound`, `Mcp_InstanceExists`, and `Mcp_UserNotConnected` for a user without an active
 *   account for one of the server's auth configs
 */
export async function createMcpInstance(
  scope: Scope,
  serverId: string,
  userId: string,
): Promise<Schemas["McpInstance"]> {
  const server = await readMcpServer(scope, serverId);
  const missing = await findMissingConfigs(scope, server.auth_config_ids, userId);
  if (missing.length > 0) {
    throw new PlatformError("Mcp_UserNotConnected", {
      errors: missing.map((id) => `${id}: the user has no ACTIVE connected account for it`),
    });
  }
  const row = await scope.trx
    .insertInto("mcp_instances")
    .values({
      project_id: scope.projectId,
      id: randomUUID(),
      server_id: serverId,
      user_id: userId,
    })
    .onConflict((conflict) => conflict.columns(["project_id", "server_id", "user_id"]).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) {
    throw new PlatformError("Mcp_InstanceExists");
  }
  return toRecord(row);
}

/**
 * Deletes an instance, and the accounts that its user has for the auth configs of the server.
 *
 * @throws PlatformError `Mcp_ServerNotFound`, `Mcp_InstanceNotFound`
 */
export async function deleteMcpInstance(
  scope: Scope,
  serverId: string,
  id: string,
): Promise<readonly string[]> {
  const { auth_config_ids: configIds } = await readMcpServer(scope, serverId);
  const [deleted] = await scope.trx
    .deleteFrom("mcp_instances")
    .where("project_id", "=", scope.projectId)
    .where("server_id", "=", serverId)
    .where("id", "=", id)
    .returning("user_id")
    .execute();
  if (deleted === undefined) {
    throw new PlatformError("Mcp_InstanceNotFound");
  }
  if (configIds.length === 0) {
    return [];
  }
  const ofUser = selectAccounts(scope)
    .where("connected_accounts.user_id", "=", deleted.user_id)
    .where("connected_accounts.auth_config_id", "in", configIds);
  const accounts = await lockAccounts(scope, ofUser);
  for (const account of accounts) {
    await endAccount(scope, account);
  }
  return accounts.map(({ row }) => row.id);
}

async function findMissingConfigs(
  scope: Scope,
  configIds: readonly string[],
  userId: string,
): Promise<readonly string[]> {
  if (configIds.length === 0) {
    return [];
  }
  const rows = await selectAccounts(scope)
    .where("connected_accounts.user_id", "=", userId)
    .where("connected_accounts.auth_config_id", "in", configIds)
    .where(sql<boolean>`${computeEffectiveStatus()} = 'ACTIVE'`)
    .select("connected_accounts.auth_config_id")
    .execute();
  const connected = new Set(rows.map(({ auth_config_id: id }) => id));
  return configIds.filter((id) => !connected.has(id));
}

function selectInstances({ trx, projectId }: Scope, serverId: string) {
  return trx
    .selectFrom("mcp_instances")
    .selectAll()
    .where("project_id", "=", projectId)
    .where("server_id", "=", serverId);
}

function toRecord(row: Selectable<Tables["mcp_instances"]>): Schemas["McpInstance"] {
  return {
    id: row.id,
    instance_id: row.user_id,
    mcp_server_id: row.server_id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
