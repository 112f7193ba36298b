import { type SqlBool, sql } from "kysely";
import type { Schemas } from "../../../base/api-types.ts";
import { PlatformError } from "../../../base/errors.ts";
import { largestAnswer } from "../../../base/sharing/fit-answer.ts";
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

/** Servers that are read without looking at their sizes. A thousand tools of one take 64 kB. */
const fewServers = 40;

/**
 * A page of the project's servers. One that would not fit into an answer is refused before its rows are read.
 *
 * @throws PlatformError `Validation_Failed` for a page of more than 4 MB
 */
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
  const ofPage = matching
    .orderBy(`mcp_servers.${orderBy}`, direction)
    .orderBy("mcp_servers.id", direction)
    .limit(limit)
    .offset((page - 1) * limit);
  if (Math.min(limit, total) > fewServers) {
    assertSizesFit(await ofPage.clearSelect().select(serverBytes.as("bytes")).execute());
  }
  const rows = await ofPage.execute();
  return {
    items: rows.map((row) => toMcpServer(scope, row)),
    total_pages: Math.ceil(total / limit),
    current_page: page,
  };
}

/** Bytes of the long columns of a server in JSON, where each text has quotes and a comma. */
const serverBytes = sql<number>`octet_length(array_to_string(
  mcp_servers.allowed_tools || mcp_servers.toolkits || mcp_servers.auth_config_ids, '","'))`;

/** @throws PlatformError `Validation_Failed` when the rows would be too large for one answer */
function assertSizesFit(rows: readonly { readonly bytes: number }[]): void {
  let left = largestAnswer;
  const end = rows.findIndex(({ bytes }, index) => {
    left -= bytes;
    return index > 0 && left < 0;
  });
  if (end !== -1) {
    throw refuseLongPage(end);
  }
}

/**
 * The error for a page by number that does not fit into one answer. It cannot end early, because the next page begins where a
 * whole one ends.
 */
export function refuseLongPage(fitting: number): PlatformError {
  return new PlatformError("Validation_Failed", {
    errors: [
      `query.limit: the answer would have more than 4 MB; ask for at most ${fitting} at a time`,
    ],
  });
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
