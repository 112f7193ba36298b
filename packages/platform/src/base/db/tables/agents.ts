import type { Generated } from "kysely";
import type { Schemas } from "../../api-types.ts";
import type { Json, OptionalTime, Time } from "./column-types.ts";

/** Rows of `tool_router_sessions`. */
export interface ToolRouterSessionsTable {
  project_id: string;
  /** SHA-256 of the session's id, hexadecimal: the id is a secret. */
  id: string;
  user_id: string;
  config: Json<Schemas["ToolRouterSessionConfig"]>;
  /** From then on the session does not exist. */
  expires_at: Time;
  /** True when each use moves `expires_at`. */
  is_sliding: Generated<boolean>;
  /** An hour early at most; null before the first use. */
  last_used_at: OptionalTime;
  created_at: Time;
}

/** Rows of `mcp_servers`. */
export interface McpServersTable {
  project_id: string;
  /** A UUID. */
  id: string;
  name: string;
  auth_config_ids: string[];
  /** Toolkits that the server names itself, beside those of its auth configs. */
  own_toolkits: string[];
  /** All of them, in alphabetical order. */
  toolkits: string[];
  allowed_tools: string[];
  managed_auth_via_platform: boolean;
  /** An envelope around the key that signs the server's URLs. */
  signing_key: string;
  created_at: Time;
  updated_at: Time;
}

/** Rows of `mcp_instances`. */
export interface McpInstancesTable {
  project_id: string;
  /** A UUID. */
  id: string;
  server_id: string;
  user_id: string;
  created_at: Time;
  updated_at: Time;
}

/** Rows of `mcp_oauth_records`. */
export interface McpOauthRecordsTable {
  project_id: string;
  /** A model of oidc-provider, such as `AccessToken`, or `Keys` or `SignIn` of our own. */
  kind: string;
  /** SHA-256 of the id, hexadecimal: most ids are secrets. */
  id: string;
  uid: string | null;
  /** The `id` of the row of the grant. */
  grant_id: string | null;
  client_id: string | null;
  user_id: string | null;
  /** The MCP endpoint for which an access token is; the SHA-256 of its address, which may have the id of a session. */
  resource: string | null;
  /** An envelope. */
  payload: string;
  consumed_at: OptionalTime;
  expires_at: OptionalTime;
  created_at: Time;
}
