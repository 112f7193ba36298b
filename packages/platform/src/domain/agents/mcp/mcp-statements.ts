import { type Kysely, sql } from "kysely";
import { sendQuery } from "../../../base/db/postgres/statements.ts";
import type { StoredProjectConfig, Tables } from "../../../base/db/tables.ts";

/** An auth config of a server. */
export interface McpAuthConfig {
  readonly id: string;
  readonly toolkit: string;
  /** The tools that it allows; all when empty. */
  readonly tools: readonly string[];
}

/** An MCP server with its project. */
export interface McpEndpointRow {
  readonly project_id: string;
  readonly catalog_version: number;
  readonly name: string;
  readonly toolkits: readonly string[];
  readonly allowed_tools: readonly string[];
  readonly gives_links: boolean;
  /** An envelope. */
  readonly signing_key: string;
  readonly project_config: StoredProjectConfig;
  /** The toolkit of the account; null when the project does not have the account. */
  readonly account_toolkit: string | null;
  /** The user of the access token; null when none was given, or it is not valid for the server. */
  readonly token_user: string | null;
  /** The enabled ones first. */
  readonly auth_configs: readonly McpAuthConfig[];
}

/**
 * Calls `open_mcp_endpoint`.
 *
 * @param account the id of the account for which the call acts, if it names one
 * @param token the SHA-256 of an access token, and the server as its row names it (`hashResource`)
 * @returns undefined for a server of a deleted project, and for one that does not exist
 */
export async function readMcpEndpoint(
  unscoped: Kysely<Tables>,
  id: string,
  account: string | null,
  token: { readonly hash: string; readonly resource: string } | undefined,
): Promise<McpEndpointRow | undefined> {
  const query = sql<McpEndpointRow>`select * from open_mcp_endpoint(${id}, ${account},
    ${token?.hash ?? null}, ${token?.resource ?? null})`;
  return (await sendQuery(unscoped, query, { isPrepared: true })).rows[0];
}
