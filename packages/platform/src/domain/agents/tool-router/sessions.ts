import type { Kysely } from "kysely";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { CatalogPlace } from "../../../applications/toolkits/types/catalog-types.ts";
import type { Schemas } from "../../../base/api-types.ts";
import { readDatabaseNow } from "../../../base/db/now.ts";
import type { Tables } from "../../../base/db/tables.ts";
import { PlatformError } from "../../../base/errors.ts";
import { createBearerId } from "../../../base/ids.ts";
import { hashSha256 } from "../../../base/secrets/hash.ts";
import type { Platform, Scope } from "../../scope.ts";
import { checkSession } from "./check-session.ts";
import { type SessionConfig, toSessionConfig } from "./session-config.ts";
import { writeHandle } from "./session-handle.ts";

/** A session that has not ended. Its id is a secret. */
export interface Session {
  readonly id: string;
  readonly config: SessionConfig;
  /** From then on it does not exist, unless a use moves it. */
  readonly expiresAt: Date;
  /** Milliseconds until `expiresAt`, by the database's clock. */
  readonly msLeft: number;
  /** True when a use has to be written. */
  readonly isStale: boolean;
}

/** A session lasts so long after its last use, unless a request sets its end. */
const days = 30;

/** A use moves the end once a day at most, and is noted once an hour at most, so that calls do not all write. */
const slideDays = 1;

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
  const end = await planEnd(scope, request.expires_at ?? null);
  const id = createBearerId("trs");
  const row = { project_id: scope.projectId, id: hashSessionId(id), user_id: config.user_id };
  await scope.trx
    .insertInto("tool_router_sessions")
    .values({ ...row, ...end, config: JSON.stringify(config) })
    .execute();
  return await readSession(scope, id);
}

/**
 * Changes the settings that are sent and leaves the others. The user of a session stays.
 *
 * @throws PlatformError as `createSession` and `readSession` do
 */
export async function updateSession(
  scope: Scope,
  id: string,
  { expires_at: expiresAt, ...request }: Schemas["UpdateToolRouterSessionRequest"],
): Promise<Session> {
  // Otherwise, of two changes at the same time, one would write what the other has just replaced.
  await scope.trx
    .selectFrom("tool_router_sessions")
    .select("id")
    .where("project_id", "=", scope.projectId)
    .where("id", "=", hashSessionId(id))
    .forUpdate()
    .execute();
  const { config: before } = await readSession(scope, id);
  const config = toSessionConfig({ ...before, ...request });
  if (config.user_id !== before.user_id) {
    const line = "body.user_id: is another user; create a session for each user";
    throw new PlatformError("Validation_Failed", { errors: [line] });
  }
  await checkSession(scope, config);
  const end = expiresAt === undefined ? {} : await planEnd(scope, expiresAt);
  await scope.trx
    .updateTable("tool_router_sessions")
    .set({ ...end, config: JSON.stringify(config) })
    .where("project_id", "=", scope.projectId)
    .where("id", "=", hashSessionId(id))
    .execute();
  return await readSession(scope, id);
}

/** The id under which the database has a session. */
export function hashSessionId(id: string): string {
  return hashSha256(id);
}

/**
 * Reads a session of the project for a call that it serves, which keeps it alive.
 *
 * @throws PlatformError as `readSession` does
 */
export async function useSession(scope: Scope, id: string): Promise<Session> {
  const session = await readSession(scope, id);
  if (session.isStale) {
    await scope.trx
      .updateTable("tool_router_sessions")
      .set({
        last_used_at: readDatabaseNow(),
        expires_at: sql<Date>`case when ${isShort} then ${addDays(days)} else expires_at end`,
      })
      .where("project_id", "=", scope.projectId)
      .where("id", "=", hashSessionId(id))
      // Another call may have written it meanwhile.
      .where(isStale)
      .execute();
  }
  return session;
}

/** True when a use moves the end of the session. */
const isShort = sql<SqlBool>`(is_sliding and expires_at < now() + make_interval(days => ${sql.lit(days - slideDays)}))`;

/** True when a use has to be written. */
const isStale = sql<SqlBool>`(${isShort} or last_used_at is null or last_used_at < now() - interval '1 hour')`;

/**
 * Reads a session of the project.
 *
 * @throws PlatformError `ToolRouter_SessionNotFound`; `ToolRouter_SessionNotOwned` for a session of another project.
 *   A caller who knows its id already knows that it exists, so the error reveals nothing
 */
export async function readSession(scope: Scope, id: string): Promise<Session> {
  const hash = hashSessionId(id);
  const row = await scope.trx
    .selectFrom("tool_router_sessions")
    .select(["config", "expires_at"])
    .select(sql<number>`(extract(epoch from expires_at - now()) * 1000)::float8`.as("ms_left"))
    .select(sql<boolean>`${isStale}`.as("is_stale"))
    .where("project_id", "=", scope.projectId)
    .where("id", "=", hash)
    .where("expires_at", ">", readDatabaseNow())
    .executeTakeFirst();
  if (row === undefined) {
    const isOthers = (await findSession(scope.trx, hash)) !== undefined;
    throw new PlatformError(isOthers ? "ToolRouter_SessionNotOwned" : "ToolRouter_SessionNotFound");
  }
  return {
    id,
    config: row.config,
    expiresAt: row.expires_at,
    msLeft: row.ms_left,
    isStale: row.is_stale,
  };
}

/** A session that was found, and its project. */
export interface LocatedSession extends CatalogPlace {
  /** True when a caller needs an access token; null when nobody of the project can sign in. */
  readonly needsToken: boolean | null;
}

/**
 * Finds the project of a session, for callers with the session's id but without a key.
 *
 * @throws PlatformError `ToolRouter_SessionNotFound`
 */
export async function locateSession(platform: Platform, id: string): Promise<LocatedSession> {
  const place = await findSession(platform.database.unscoped, hashSessionId(id));
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
    "PLATFORM_UPLOAD_FILE",
    "PLATFORM_READ_RESULT",
  ];
}

/** A session as the API returns it. */
export function toSessionRecord(
  baseUrl: string,
  { id, config, expiresAt }: Session,
): Schemas["ToolRouterSession"] {
  return {
    session_id: id,
    handle: writeHandle(hashSessionId(id)),
    mcp: { type: "http", url: `${baseUrl}/tool_router/${id}/mcp` },
    tool_router_tools: listMetaTools(config),
    config: { ...config, tags: { tags: config.tags.enabled ?? [], ...config.tags } },
    expires_at: expiresAt.toISOString(),
  };
}

/**
 * The end of a session: the given time, at which it ends whatever it is used for, or else the time that each use moves.
 *
 * @throws PlatformError `Validation_Failed` for a time that is not an hour to a year ahead
 */
async function planEnd(
  { trx }: Scope,
  expiresAt: string | null,
): Promise<{ readonly expires_at: RawBuilder<Date>; readonly is_sliding: boolean }> {
  if (expiresAt === null) {
    return { expires_at: addDays(days), is_sliding: true };
  }
  // The format of the document allows times that PostgreSQL does not, such as a leap second.
  const time = new Date(expiresAt);
  const end = sql<Date>`${Number.isNaN(time.getTime()) ? null : time.toISOString()}::timestamptz`;
  const { isAllowed } = await trx
    .selectNoFrom(
      sql<
        boolean | null
      >`${end} between now() + interval '1 hour' and now() + interval '1 year'`.as("isAllowed"),
    )
    .executeTakeFirstOrThrow();
  if (isAllowed !== true) {
    const line = "body.expires_at: has to be an hour to a year from now";
    throw new PlatformError("Validation_Failed", { errors: [line] });
  }
  return { expires_at: end, is_sliding: false };
}

function addDays(count: number): RawBuilder<Date> {
  return sql<Date>`now() + make_interval(days => ${count}::integer)`;
}

/**
 * Finds the project of a tool router session by the SHA-256 of its id (hexadecimal). Sessions that have ended, and those of
 * deleted projects, are not found.
 */
async function findSession(
  anywhere: Kysely<Tables>,
  hash: string,
): Promise<LocatedSession | undefined> {
  const found = await sql<{
    project_id: string;
    catalog_version: number;
    needs_token: boolean | null;
  }>`select * from find_session(${hash})`.execute(anywhere);
  const row = found.rows[0];
  return (
    row && {
      projectId: row.project_id,
      catalogVersion: row.catalog_version,
      needsToken: row.needs_token,
    }
  );
}
