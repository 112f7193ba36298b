import type {
  AccountCountsTable,
  AuthConfigCountsTable,
  AuthConfigsTable,
  ConnectedAccountsTable,
  LinkTokensTable,
  OauthStatesTable,
  RevocationsTable,
} from "./tables/accounts.ts";
import type {
  McpInstancesTable,
  McpOauthRecordsTable,
  McpServersTable,
  ToolRouterSessionsTable,
} from "./tables/agents.ts";
import type {
  TriggerInstancesTable,
  TriggerItemsTable,
  WebhookAddressesTable,
  WebhookAttemptsTable,
  WebhookDeliveriesTable,
  WebhookEventsTable,
  WebhookReceiptsTable,
  WebhookSubscriptionsTable,
} from "./tables/events.ts";
import type { JobsTable } from "./tables/jobs.ts";
import type { ToolExecutionLogsTable, ToolkitUsesTable } from "./tables/logs.ts";
import type {
  ApiKeysTable,
  DataKeysTable,
  OrganizationsTable,
  ProjectImportsTable,
  ProjectsTable,
} from "./tables/projects.ts";
import type {
  IdempotencyKeysTable,
  IdempotencyPiecesTable,
  PlatformMigrationsTable,
} from "./tables/service.ts";
import type { FilesTable, StorageCountsTable, StorageReservationsTable } from "./tables/storage.ts";
import type {
  ProjectOutlinesTable,
  ProjectToolkitsTable,
  ProjectToolsTable,
} from "./tables/toolkits.ts";

export type { ConnectionStatus } from "./tables/accounts.ts";
export type { StoredProjectConfig } from "./tables/projects.ts";
export type { StorageKind } from "./tables/storage.ts";

/** All tables that the service reads and writes, in the form that Kysely expects. */
export interface Tables {
  organizations: OrganizationsTable;
  projects: ProjectsTable;
  project_imports: ProjectImportsTable;
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
  platform_migrations: PlatformMigrationsTable;
  tool_execution_logs: ToolExecutionLogsTable;
  toolkit_uses: ToolkitUsesTable;
  account_counts: AccountCountsTable;
  storage_counts: StorageCountsTable;
  storage_reservations: StorageReservationsTable;
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
  mcp_oauth_records: McpOauthRecordsTable;
  files: FilesTable;
  trigger_instances: TriggerInstancesTable;
  trigger_items: TriggerItemsTable;
  webhook_addresses: WebhookAddressesTable;
  webhook_receipts: WebhookReceiptsTable;
}
