import type { ColumnType, Generated } from "kysely";
import type { Schemas } from "../../api-types.ts";
import type { OptionalTime, Time } from "./column-types.ts";

/** The status of a connection (docs/decisions.md §6). */
export type ConnectionStatus = Schemas["ConnectedAccountStatus"];

/** Rows of `auth_configs`. */
export interface AuthConfigsTable {
  project_id: string;
  id: string;
  uuid: Generated<string>;
  toolkit_slug: string;
  name: string;
  auth_scheme: Schemas["AuthScheme"];
  is_platform_managed: boolean;
  /** An envelope around `AuthConfigSecrets`; after deletion, around empty ones. */
  secrets: string;
  /** Counts the envelopes, and each envelope is bound to its number. */
  secrets_version: number;
  /**
   * True when its OAuth client uses the toolkit's own redirect address, false for the address that all toolkits
   * share.
   */
  has_own_redirect: Generated<boolean>;
  /** The tools that may be executed. An empty list allows all tools of the toolkit. */
  restrict_to_following_tools: Generated<string[]>;
  tools_for_connected_account_creation: Generated<string[]>;
  /** The id of the key that made it. The key may be deleted. */
  created_by: Generated<string | null>;
  status: Generated<Schemas["AuthConfigStatus"]>;
  created_at: Time;
  updated_at: Time;
  deleted_at: OptionalTime;
}

/** Rows of `connected_accounts`. */
export interface ConnectedAccountsTable {
  project_id: string;
  id: string;
  uuid: Generated<string>;
  auth_config_id: string;
  toolkit_slug: string;
  auth_scheme: Schemas["AuthScheme"];
  user_id: string;
  /** A name that is unique among the user's accounts of the toolkit. */
  alias: Generated<string | null>;
  /** SHA-256 of the `Idempotency-Key` and the line with which the account was imported, hexadecimal. */
  import_hash: Generated<string | null>;
  /** The stored status. A read computes the status that it returns with `waits_until`. */
  status: ConnectionStatus;
  remembered_status: Exclude<ConnectionStatus, "INACTIVE"> | null;
  status_reason: string | null;
  callback_url: string | null;
  /** When an unfinished connection expires; null once it is finished. */
  waits_until: OptionalTime;
  /** An envelope around `ConnectionSecrets`; null once they were erased. */
  secrets: string | null;
  /** Counts the envelopes, and each envelope is bound to its number. */
  secrets_version: number;
  /** Counts every change of `secrets`. A write that was based on an older version is refused. */
  version: Generated<number>;
  tokens_expire_at: OptionalTime;
  refresh_owner: string | null;
  refresh_until: OptionalTime;
  refresh_failures: Generated<number>;
  created_at: Time;
  updated_at: Time;
  deleted_at: OptionalTime;
}

/** Rows of `link_tokens`. */
export interface LinkTokensTable {
  project_id: string;
  /** SHA-256 of the token, hexadecimal. */
  id: string;
  connected_account_id: string;
  purpose: "connect" | "refresh";
  callback_url: string | null;
  /** The session that made the link, as `tool_router_sessions.id`; null for a link of the API. */
  session_id: Generated<string | null>;
  expires_at: ColumnType<Date, Date, Date>;
  completed_at: OptionalTime;
  outcome: "success" | "unchecked" | "failed" | null;
  created_at: Time;
}

/** Rows of `oauth_states`. */
export interface OauthStatesTable {
  project_id: string;
  /** SHA-256 of `state`, hexadecimal. */
  id: string;
  link_id: string;
  /** SHA-256 of the browser's cookie, hexadecimal. */
  browser_hash: string;
  /** An envelope around all that the authorization began with (`StateSecrets`). */
  secrets: string;
  expires_at: ColumnType<Date, Date, Date>;
  used_at: OptionalTime;
  created_at: Time;
}

/** Rows of `revocations`. */
export interface RevocationsTable {
  project_id: string;
  id: string;
  toolkit_slug: string;
  auth_scheme: string;
  /** An envelope around `RevocationSecrets`. */
  secrets: string;
  expires_at: ColumnType<Date, Date, Date>;
  created_at: Time;
}

/** Changes to the number of accounts of an auth config, deleted ones left out. The sum of its rows is that number. */
export interface AccountCountsTable {
  project_id: string;
  auth_config_id: string;
  toolkit_slug: string;
  status: ConnectionStatus;
  accounts: number;
}

/** Rows of `auth_config_counts`. */
export interface AuthConfigCountsTable {
  project_id: string;
  toolkit_slug: string;
  is_platform_managed: boolean;
  status: Schemas["AuthConfigStatus"];
  auth_configs: number;
}
