import type { Schemas } from "../../../api-types.ts";
import { findSession } from "../../../db/lookups.ts";
import { PlatformError } from "../../../errors.ts";
import { createBearerId } from "../../../ids.ts";
import { hashSha256 } from "../../../secrets/hash.ts";
import type { CatalogPlace } from "../../../toolkits/types/catalog-types.ts";
import type { Platform, Scope } from "../../scope.ts";
import { checkSession } from "./check-session.ts";
import { type SessionConfig, toSessionConfig } from "./session-config.ts";

/** A session as it was created. Its id is a secret. */
export interface Session {
  readonly id: string;
  readonly config: SessionConfig;
}

/**
 * Creates a session.
 *
 * @throws PlatformError `Validation_Failed`, `Toolkit_NotFound`, `AuthConfig_NotFound`, `ConnectedAccount_NotFound`
 */
export async function createSession(
  scope: Scope,
  request: Schemas["CreateToolRouterSessionRequest"],
): Promise<Session> {
  const config = toSessionConfig(request);
  await checkSession(scope, config);
  const id = createBearerId("trs");
  const row = { project_id: scope.projectId, id: hashSha256(id), user_id: config.user_id };
  await scope.trx
    .insertInto("tool_router_sessions")
    .values({ ...row, config: JSON.stringify(config) })
    .execute();
  return { id, config };
}

/**
 * Reads a session of the project.
 *
 * @throws PlatformError `ToolRouter_SessionNotFound`; `ToolRouter_SessionNotOwned` for a session of another project.
 *   A caller who knows its id already knows that it exists, so the error reveals nothing
 */
export async function readSession(scope: Scope, id: string): Promise<Session> {
  const hash = hashSha256(id);
  const row = await scope.trx
    .selectFrom("tool_router_sessions")
    .select("config")
    .where("project_id", "=", scope.projectId)
    .where("id", "=", hash)
    .executeTakeFirst();
  if (row === undefined) {
    const isOthers = (await findSession(scope.trx, hash)) !== undefined;
    throw new PlatformError(isOthers ? "ToolRouter_SessionNotOwned" : "ToolRouter_SessionNotFound");
  }
  return { id, config: row.config };
}

/**
 * Finds the project of a session, for callers with the session's id but without a key.
 *
 * @throws PlatformError `ToolRouter_SessionNotFound`
 */
export async function locateSession(platform: Platform, id: string): Promise<CatalogPlace> {
  const place = await findSession(platform.database.unscoped, hashSha256(id));
  if (place === undefined) {
    throw new PlatformError("ToolRouter_SessionNotFound");
  }
  return place;
}

/** The meta tools of a session. It has those for connections only when it may manage connections. */
export function listMetaTools({ manage_connections }: SessionConfig): Schemas["MetaToolSlug"][] {
  return [
    "PLATFORM_SEARCH_TOOLS",
    "PLATFORM_GET_TOOL_SCHEMAS",
    ...(manage_connections.enable === false
      ? []
      : (["PLATFORM_MANAGE_CONNECTIONS", "PLATFORM_WAIT_FOR_CONNECTIONS"] as const)),
    "PLATFORM_MULTI_EXECUTE_TOOL",
  ];
}

/** A session as the API returns it. */
export function toSessionRecord(
  baseUrl: string,
  { id, config }: Session,
): Schemas["ToolRouterSession"] {
  return {
    session_id: id,
    mcp: { type: "http", url: `${baseUrl}/tool_router/${id}/mcp` },
    tool_router_tools: listMetaTools(config),
    config,
  };
}
