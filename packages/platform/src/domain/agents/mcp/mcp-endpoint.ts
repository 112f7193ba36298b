import type { CatalogPlace } from "../../../applications/toolkits/types/catalog-types.ts";
import { PlatformError } from "../../../base/errors.ts";
import { hashSha256 } from "../../../base/secrets/hash.ts";
import { hashResource } from "../../mcp-sign-in/mcp-resource.ts";
import { toProjectConfig } from "../../projects/config.ts";
import { type Platform, runInProject } from "../../scope.ts";
import { type McpEndpointRow, readMcpEndpoint } from "./mcp-statements.ts";
import { isSignatureOf, type McpSubject, openSigningKey } from "./signing-keys.ts";

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

/** A server that was found, and its project. Its caller may not have been checked. */
export interface LocatedMcpServer {
  readonly place: CatalogPlace;
  readonly endpoint: McpEndpoint;
  /** True when people of the project can sign in. */
  readonly hasSignIn: boolean;
  /** The user of the access token; undefined when none was given, or it is not valid for this server. */
  readonly tokenUser: string | undefined;
  /**
   * Checks a call without a key.
   *
   * @throws PlatformError `Mcp_AccessDenied`
   */
  assertSigned(subject: McpSubject, signature: string | undefined): Promise<void>;
}

/**
 * Finds the server of a call, for callers that may have no key.
 *
 * @param account the id of the account for which the call acts, if it names one
 * @param token the access token, if the call has one
 * @throws PlatformError `Mcp_ServerNotFound`
 */
export async function locateMcpServer(
  platform: Platform,
  id: string,
  account?: string,
  token?: string,
): Promise<LocatedMcpServer> {
  const row = await readMcpEndpoint(
    platform.database.unscoped,
    id,
    account ?? null,
    token === undefined
      ? undefined
      : { hash: hashSha256(token), resource: hashResource({ kind: "server", id }) },
  );
  if (row === undefined) {
    throw new PlatformError("Mcp_ServerNotFound");
  }
  const place = { projectId: row.project_id, catalogVersion: row.catalog_version };
  return {
    place,
    endpoint: {
      id,
      name: row.name,
      toolkits: row.toolkits,
      allowedTools: row.allowed_tools,
      givesLinks: row.gives_links,
      accountToolkit: row.account_toolkit ?? undefined,
      ...groupConfigs(row),
    },
    hasSignIn: row.project_config.mcp_sign_in != null,
    tokenUser: row.token_user ?? undefined,
    assertSigned: async (subject, signature) => {
      const { require_mcp_api_key: isKeyRequired } = toProjectConfig(row.project_config);
      if (isKeyRequired || signature === undefined) {
        throw new PlatformError("Mcp_AccessDenied");
      }
      // The project's data key is usually known, and then the transaction sends nothing.
      const key = await runInProject(platform, place, (scope) =>
        openSigningKey(scope, id, row.signing_key),
      );
      if (!isSignatureOf(signature, key, id, subject)) {
        throw new PlatformError("Mcp_AccessDenied");
      }
    },
  };
}

function groupConfigs({
  auth_configs: configs,
}: McpEndpointRow): Pick<McpEndpoint, "authConfigs" | "limits"> {
  const authConfigs = new Map<string, readonly string[]>();
  const limits = new Map<string, ReadonlySet<string>>();
  for (const [slug, ofToolkit] of Map.groupBy(configs, ({ toolkit }) => toolkit)) {
    authConfigs.set(
      slug,
      ofToolkit.map(({ id }) => id),
    );
    // Each call is checked against the auth config of its account. A list contains the tools that at least one of
    // them allows.
    const lists = ofToolkit.map(({ tools }) => tools);
    if (lists.every((list) => list.length > 0)) {
      limits.set(slug, new Set(lists.flat()));
    }
  }
  return { authConfigs, limits };
}
