import { findMcpServer } from "../../../db/lookups.ts";
import { PlatformError } from "../../../errors.ts";
import type { CatalogPlace } from "../../../toolkits/types/catalog-types.ts";
import { selectAccounts } from "../../accounts/connected-accounts/account-rows.ts";
import { getProjectConfig } from "../../projects/config.ts";
import type { Platform, Scope } from "../../scope.ts";
import { readSigningKey } from "./mcp-urls.ts";
import { readMcpServer } from "./read-mcp-servers.ts";
import { isSignatureOf, type McpSubject } from "./signing-keys.ts";

/** An MCP server as a call of one of its clients uses it. */
export interface McpEndpoint {
  readonly id: string;
  readonly name: string;
  readonly toolkits: readonly string[];
  /** All tools of the toolkits when empty. */
  readonly allowedTools: readonly string[];
  /** True when a user who is not connected gets a link. */
  readonly givesLinks: boolean;
  /** The server's auth configs for a toolkit, the enabled ones first. Accounts of other auth configs are not used for it. */
  readonly authConfigs: ReadonlyMap<string, readonly string[]>;
  /** The toolkit of the account in the URL; undefined when the URL names none, or the project does not have it. */
  readonly accountToolkit: string | undefined;
  /** The tools that the auth configs allow, by toolkit. A toolkit without an entry is not restricted. */
  readonly limits: ReadonlyMap<string, ReadonlySet<string>>;
}

/** The proofs that a call brings. */
export interface McpProof {
  readonly subject: McpSubject;
  readonly signature: string | undefined;
  /** True for a call with a key of the server's project. */
  readonly hasKey: boolean;
}

/**
 * The project of a server, for callers that may have no key.
 *
 * @throws PlatformError `Mcp_ServerNotFound`
 */
export async function locateMcpServer(platform: Platform, id: string): Promise<CatalogPlace> {
  const place = await findMcpServer(platform.database.unscoped, id);
  if (place === undefined) {
    throw new PlatformError("Mcp_ServerNotFound");
  }
  return place;
}

/**
 * Opens a server for a call.
 *
 * @throws PlatformError `Mcp_AccessDenied`, and `Mcp_ServerNotFound` when the server was deleted after it was located
 */
export async function openMcpEndpoint(
  scope: Scope,
  id: string,
  proof: McpProof,
): Promise<McpEndpoint> {
  await assertAccess(scope, id, proof);
  const server = await readMcpServer(scope, id);
  const { name, toolkits, allowed_tools: allowedTools } = server;
  return {
    id,
    name,
    toolkits,
    allowedTools,
    givesLinks: server.managed_auth_via_platform,
    accountToolkit: await readAccountToolkit(scope, proof.subject),
    ...(await readConfigs(scope, server.auth_config_ids)),
  };
}

async function assertAccess(
  scope: Scope,
  id: string,
  { subject, signature, hasKey }: McpProof,
): Promise<void> {
  if (hasKey) {
    return;
  }
  const { require_mcp_api_key: isKeyRequired } = await getProjectConfig(scope);
  if (isKeyRequired || signature === undefined) {
    throw new PlatformError("Mcp_AccessDenied");
  }
  if (!isSignatureOf(signature, await readSigningKey(scope, id), id, subject)) {
    throw new PlatformError("Mcp_AccessDenied");
  }
}

async function readConfigs(
  { trx, projectId }: Scope,
  ids: readonly string[],
): Promise<Pick<McpEndpoint, "authConfigs" | "limits">> {
  const authConfigs = new Map<string, readonly string[]>();
  const limits = new Map<string, ReadonlySet<string>>();
  if (ids.length === 0) {
    return { authConfigs, limits };
  }
  const rows = await trx
    .selectFrom("auth_configs")
    .select(["id", "toolkit_slug", "restrict_to_following_tools"])
    .where("project_id", "=", projectId)
    .where("id", "in", ids)
    .where("deleted_at", "is", null)
    .orderBy((eb) => eb("status", "=", "ENABLED"), "desc")
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  for (const slug of new Set(rows.map((row) => row.toolkit_slug))) {
    const ofToolkit = rows.filter((row) => row.toolkit_slug === slug);
    const ids = ofToolkit.map(({ id }) => id);
    authConfigs.set(slug, ids);
    // Each call is checked against the auth config of its account. A list contains the tools that at least one of
    // them allows.
    const lists = ofToolkit.map((row) => row.restrict_to_following_tools);
    if (lists.every((list) => list.length > 0)) {
      limits.set(slug, new Set(lists.flat()));
    }
  }
  return { authConfigs, limits };
}

async function readAccountToolkit(
  scope: Scope,
  { name, value }: McpSubject,
): Promise<string | undefined> {
  if (name === "user_id") {
    return undefined;
  }
  const row = await selectAccounts(scope)
    .select("connected_accounts.toolkit_slug")
    .where("connected_accounts.id", "=", value)
    .executeTakeFirst();
  return row?.toolkit_slug;
}
