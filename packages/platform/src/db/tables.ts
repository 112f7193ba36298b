import type { ColumnType, Generated, RawBuilder } from "kysely";
import type { Schemas } from "../api-types.ts";

/** A point in time: a Date when read, a Date or the database's own expression when written. */
type Time = ColumnType<Date, Date | undefined, Date>;
type OptionalTime = ColumnType<Date | null, Date | null | undefined, Date | null>;
/** A day. Only the database writes it. */
type Day = ColumnType<Date, RawBuilder<Date>, RawBuilder<Date>>;
/** JSON: parsed when read, text when written. Both drivers then send the same. */
type Json<T> = ColumnType<T, string | undefined, string>;

/** The status of a connection (docs/decisions.md §6). */
export type ConnectionStatus = Schemas["ConnectedAccountStatus"];

/** The settings of a project that differ from the defaults of a new project. */
export type StoredProjectConfig = Schemas["UpdateProjectConfigRequest"];

interface OrganizationsTable {
  id: string;
  name: string;
  created_at: Time;
}

interface ProjectsTable {
  id: string;
  organization_id: string;
  name: string;
  config: Json<StoredProjectConfig>;
  created_at: Time;
  updated_at: Time;
  deleted_at: OptionalTime;
  /** Counts the changes to the toolkits of the project. */
  catalog_version: Generated<number>;
}

interface ApiKeysTable {
  id: string;
  organization_id: string;
  project_id: string | null;
  name: string;
  /** SHA-256 of the key, hexadecimal. The key itself is not stored. */
  hash: string;
  /** The first four characters and `...`. */
  shown: string;
  created_at: Time;
}

interface DataKeysTable {
  owner_id: string;
  version: number;
  wrapped: string;
  master_version: number;
  created_at: Time;
}

interface AuthConfigsTable {
  project_id: string;
  id: string;
  uuid: Generated<string>;
  toolkit_slug: string;
  name: string;
  auth_scheme: Schemas["AuthScheme"];
  is_platform_managed: boolean;
  /** An envelope around `AuthConfigSecrets`; after deletion, around empty ones. */
  secrets: string;
  /**
   * Counts the envelopes, and each envelope is bound to its number. Null for an envelope from before they were
   * counted.
   */
  secrets_version: number | null;
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

interface ConnectedAccountsTable {
  project_id: string;
  id: string;
  uuid: Generated<string>;
  auth_config_id: string;
  toolkit_slug: string;
  auth_scheme: Schemas["AuthScheme"];
  user_id: string;
  /** The stored status. A read computes the status that it returns with `waits_until`. */
  status: ConnectionStatus;
  remembered_status: Exclude<ConnectionStatus, "INACTIVE"> | null;
  status_reason: string | null;
  callback_url: string | null;
  /** When an unfinished connection expires; null once it is finished. */
  waits_until: OptionalTime;
  /** An envelope around `ConnectionSecrets`; null once they were erased. */
  secrets: string | null;
  /**
   * Counts the envelopes, and each envelope is bound to its number. Null for an envelope from before they were
   * counted.
   */
  secrets_version: number | null;
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

interface LinkTokensTable {
  project_id: string;
  /** SHA-256 of the token, hexadecimal. */
  id: string;
  connected_account_id: string;
  purpose: "connect" | "refresh";
  callback_url: string | null;
  expires_at: ColumnType<Date, Date, Date>;
  completed_at: OptionalTime;
  outcome: "success" | "failed" | null;
  created_at: Time;
}

interface OauthStatesTable {
  project_id: string;
  /** SHA-256 of `state`, hexadecimal. */
  id: string;
  link_id: string;
  /** SHA-256 of the browser's cookie, hexadecimal. */
  browser_hash: string;
  issuer: string | null;
  redirect_uri: string;
  /** An envelope around the PKCE verifier and the other values that the exchange needs. */
  secrets: string;
  expires_at: ColumnType<Date, Date, Date>;
  used_at: OptionalTime;
  created_at: Time;
}

interface RevocationsTable {
  project_id: string;
  id: string;
  toolkit_slug: string;
  auth_scheme: string;
  /** An envelope around `RevocationSecrets`. */
  secrets: string;
  expires_at: ColumnType<Date, Date, Date>;
  created_at: Time;
}

interface JobsTable {
  project_id: string;
  id: string;
  kind: string;
  payload: Json<Readonly<Record<string, unknown>>>;
  /** An envelope around the part of the payload that holds customers' data. */
  sealed: string | null;
  state: Generated<"waiting" | "ready" | "dead">;
  /** A hash of the lane's name; 0 for a job without a lane. */
  lane: Generated<string>;
  unique_key: string | null;
  next_at: Time;
  /** The number of attempts that have ended, without the one that is running. */
  attempt: Generated<number>;
  max_attempts: number;
  /** The kind of the error. Its message is not stored, because it could hold a secret. */
  last_error: string | null;
  dead_at: OptionalTime;
  created_at: Time;
}

interface IdempotencyKeysTable {
  owner_id: string;
  /** SHA-256 of the key, hexadecimal. */
  id: string;
  fingerprint: string;
  state: "in_flight" | "answered";
  has_outside_effect: boolean;
  runner: string;
  leased_until: ColumnType<Date, Date, Date>;
  /** An envelope around the stored answer. */
  answer: string | null;
  created_at: Time;
  expires_at: ColumnType<Date, Date, Date>;
}

interface IdempotencyPiecesTable {
  owner_id: string;
  /** Of the key. */
  id: string;
  /** The run whose answer contains this piece. */
  runner: string;
  /** Counts from 1. The first piece of an answer is in the row of its key. */
  piece: number;
  /** An envelope. */
  sealed: string;
}

interface ToolExecutionLogsTable {
  project_id: string;
  id: string;
  tool_slug: string;
  toolkit_slug: string;
  version: string;
  source: Schemas["ToolExecutionLog"]["source"];
  user_id: string | null;
  connected_account_id: string | null;
  auth_config_id: string | null;
  successful: boolean;
  error: string | null;
  status_code: number | null;
  /** An envelope around arguments and data; null for projects with `dont_store_data`. */
  bodies: string | null;
  duration_ms: number;
  request_id: string;
  created_at: Time;
  /** Until this time the execution may still be running; null once its outcome is recorded. */
  leased_until: OptionalTime;
}

/** Changes to the number of accounts of an auth config, deleted ones left out. The sum of its rows is that number. */
interface AccountCountsTable {
  project_id: string;
  auth_config_id: string;
  toolkit_slug: string;
  status: ConnectionStatus;
  accounts: number;
}

interface AuthConfigCountsTable {
  project_id: string;
  toolkit_slug: string;
  is_platform_managed: boolean;
  status: Schemas["AuthConfigStatus"];
  auth_configs: number;
}

interface ToolkitUsesTable {
  project_id: string;
  /** In UTC. */
  day: Day;
  toolkit_slug: string;
  /** A count is spread over several rows, so that writers rarely wait for each other. This is the number of the row. */
  shard: number;
  uses: number;
}

interface ProjectToolkitsTable {
  project_id: string;
  id: string;
  slug: string;
  version: string;
  /** The text of rows that an earlier version of the code stored. Others have it compressed. */
  document: Generated<string | null>;
  packed_document: Generated<Buffer | null>;
  /** SHA-256 of the text; null in rows that an earlier version of the code stored after the migration. */
  document_hash: Generated<Buffer | null>;
  /** The schemes to offer; null for all schemes in the document. */
  auth_schemes: Schemas["AuthScheme"][] | null;
  created_at: Time;
  deleted_at: OptionalTime;
  tool_slugs: Generated<string[]>;
}

interface ProjectOutlinesTable {
  project_id: string;
  toolkit_id: string;
  /** The version of the code that wrote the row. */
  format: number;
  /** The toolkit and its tools in the form that lists, filters and searches read, compressed. */
  outline: Buffer;
}

interface ProjectToolsTable {
  project_id: string;
  toolkit_id: string;
  format: number;
  slug: string;
  /** The tool as lists return it: compressed JSON. */
  record: Buffer;
  /** The tool's schemas and request rules, compressed. Only executions read them. */
  execution: Buffer;
}

interface ToolRouterSessionsTable {
  project_id: string;
  /** SHA-256 of the session's id, hexadecimal: the id is a secret. */
  id: string;
  user_id: string;
  config: Json<Schemas["ToolRouterSessionConfig"]>;
  created_at: Time;
}

interface WebhookSubscriptionsTable {
  project_id: string;
  id: string;
  webhook_url: string;
  enabled_events: string[];
  version: Schemas["WebhookVersion"];
  signature_key: Schemas["WebhookSignatureKey"];
  status: Generated<Schemas["WebhookSubscriptionStatus"]>;
  disabled_reason: Schemas["WebhookSubscription"]["disabled_reason"];
  /** An envelope around `WebhookSecrets`. */
  secrets: string;
  secrets_version: number;
  /** Until this time the previous secret also signs. */
  previous_until: OptionalTime;
  /** The first failure after the last success. */
  failing_since: OptionalTime;
  created_at: Time;
  updated_at: Time;
}

interface WebhookEventsTable {
  project_id: string;
  id: string;
  subscription_id: string;
  event_type: string;
  version: Schemas["WebhookVersion"];
  /** An envelope around the text to send. */
  body: string;
  /** The user whose account the event is about; null for other events. */
  user_id: string | null;
  is_test: boolean;
  created_at: Time;
}

interface WebhookDeliveriesTable {
  project_id: string;
  id: string;
  subscription_id: string;
  event_id: string;
  /** When the event was stored: the week of the row. */
  event_at: ColumnType<Date, Date, never>;
  event_type: string;
  webhook_url: string;
  status: Generated<Schemas["DeliveryStatus"]>;
  replay_of: string | null;
  next_attempt_at: OptionalTime;
  /**
   * The attempt that succeeded, at `updated_at`; null before. Deliveries from before migration 46 have it in
   * `webhook_attempts`.
   */
  status_code: number | null;
  latency_ms: number | null;
  response_body: string | null;
  created_at: Time;
  updated_at: Time;
}

/** An attempt that failed. */
interface WebhookAttemptsTable {
  project_id: string;
  delivery_id: string;
  /** That of the delivery. */
  event_at: ColumnType<Date, Date, never>;
  /** From 1. */
  attempt: number;
  attempted_at: Time;
  status_code: number | null;
  latency_ms: number;
  error: string | null;
  /** The envelope of the beginning of the answer; null without one, or when its body was empty. */
  response_body: string | null;
}

interface McpServersTable {
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

interface McpInstancesTable {
  project_id: string;
  /** A UUID. */
  id: string;
  server_id: string;
  user_id: string;
  created_at: Time;
  updated_at: Time;
}

interface FilesTable {
  project_id: string;
  id: string;
  filename: string;
  mimetype: string;
  /** In hexadecimal, lower case. */
  md5: string;
  /** In bytes; null until the bytes have been uploaded and checked. */
  size: number | null;
  toolkit_slug: string;
  tool_slug: string;
  /** True for a file that a tool returned. */
  is_result: boolean;
  /** The users for whom a tool took or returned it. */
  user_ids: Generated<string[]>;
  /** An envelope around the key that signs the URLs of the file. */
  signing_key: string;
  created_at: Time;
  /** The last time that it was requested, uploaded, taken or returned: retention counts from it. */
  used_at: Time;
}

interface TriggerInstancesTable {
  project_id: string;
  id: string;
  uuid: Generated<string>;
  connected_account_id: string;
  toolkit_slug: string;
  trigger_slug: string;
  /** The version of the toolkit that was asked for; null for the latest at any time. */
  toolkit_version: string | null;
  kind: Schemas["TriggerKind"];
  /** By the schema of the type, with its defaults; `{}` after deletion. */
  config: Json<Schemas["TriggerConfig"]>;
  /** SHA-256 of the canonical configuration without `interval`, hexadecimal. */
  config_hash: string;
  /** Null while it is enabled. */
  disabled_at: OptionalTime;
  /** Why the service disabled it; null where its owner did. */
  disabled_reason: Generated<string | null>;
  /** SHA-256 of the token in the address that the application calls, hexadecimal. */
  token_hash: Generated<string | null>;
  /** An envelope around the token and the secret that the application signs with. */
  secrets: Generated<string | null>;
  /** The application's answer to the registration of the hook. */
  registration: ColumnType<
    Readonly<Record<string, unknown>> | null,
    string | undefined,
    string | null
  >;
  registration_expires_at: OptionalTime;
  /** A random word of the call that is registering the hook; null at all other times. */
  hook_claim: Generated<string | null>;
  hook_claim_until: OptionalTime;
  /** The time at which a hook that expires is registered again; null for a hook that does not expire. */
  hook_renew_at: OptionalTime;
  /** The time of the newest item that a poll saw; null before the first poll. */
  watermark: OptionalTime;
  /** Items from before this time were not recorded one by one, and never fire. */
  oldest_item: OptionalTime;
  last_polled_at: OptionalTime;
  next_poll_at: OptionalTime;
  /** Polls that failed since the last that succeeded. */
  poll_failures: Generated<number>;
  created_at: Time;
  updated_at: Time;
  deleted_at: OptionalTime;
}

interface TriggerItemsTable {
  project_id: string;
  /** A hash of the instance and of the item's identity. */
  id: string;
  trigger_id: string;
  /** The time that the item reports. */
  marked_at: ColumnType<Date, Date, Date>;
}

interface WebhookAddressesTable {
  project_id: string;
  /** That of the auth config. */
  id: string;
  /** SHA-256 of the token in the address, hexadecimal. */
  token_hash: string;
  /** An envelope. */
  token: string;
  created_at: Time;
}

interface WebhookReceiptsTable {
  project_id: string;
  /** A hash of the address and of the application's id of the delivery. */
  id: string;
  received_at: Time;
}

/** All tables that the service reads and writes, in the form that Kysely expects. */
export interface Tables {
  organizations: OrganizationsTable;
  projects: ProjectsTable;
  api_keys: ApiKeysTable;
  data_keys: DataKeysTable;
  auth_configs: AuthConfigsTable;
  connected_accounts: ConnectedAccountsTable;
  link_tokens: LinkTokensTable;
  oauth_states: OauthStatesTable;
  revocations: RevocationsTable;
  jobs: JobsTable;
  idempotency_keys: IdempotencyKeysTable;
  idempotency_pieces: IdempotencyPiecesTable;
  tool_execution_logs: ToolExecutionLogsTable;
  toolkit_uses: ToolkitUsesTable;
  account_counts: AccountCountsTable;
  auth_config_counts: AuthConfigCountsTable;
  project_toolkits: ProjectToolkitsTable;
  project_outlines: ProjectOutlinesTable;
  project_tools: ProjectToolsTable;
  tool_router_sessions: ToolRouterSessionsTable;
  webhook_subscriptions: WebhookSubscriptionsTable;
  webhook_events: WebhookEventsTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhook_attempts: WebhookAttemptsTable;
  mcp_servers: McpServersTable;
  mcp_instances: McpInstancesTable;
  files: FilesTable;
  trigger_instances: TriggerInstancesTable;
  trigger_items: TriggerItemsTable;
  webhook_addresses: WebhookAddressesTable;
  webhook_receipts: WebhookReceiptsTable;
}
