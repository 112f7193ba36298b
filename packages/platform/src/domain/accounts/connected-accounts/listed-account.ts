import type { Opening } from "../../../secrets/secrets.ts";
import type { Scope } from "../../scope.ts";
import { type AccountQuery, computeEffectiveStatus } from "./account-rows.ts";
import { type ConnectionSecrets, openConnection } from "./connection-secrets.ts";
import {
  type AccountAuthConfig,
  type AccountWithAuthConfig,
  authConfigColumns,
  type JoinedAuthConfig,
  type JoinedQuery,
  joinAuthConfig,
  toAuthConfig,
} from "./open-account.ts";

/** The columns of an account that a list shows, and its secrets. */
const listedColumns = [
  "connected_accounts.id",
  "connected_accounts.uuid",
  "connected_accounts.user_id",
  "connected_accounts.toolkit_slug",
  "connected_accounts.auth_scheme",
  "connected_accounts.status",
  "connected_accounts.status_reason",
  "connected_accounts.waits_until",
  "connected_accounts.created_at",
  "connected_accounts.updated_at",
  "connected_accounts.secrets",
  "connected_accounts.secrets_version",
  "connected_accounts.auth_config_id",
] as const;

/** A row of a list of accounts, as `withListedColumns` selects it. */
export type ListedRow = Pick<
  AccountWithAuthConfig,
  | "id"
  | "uuid"
  | "user_id"
  | "toolkit_slug"
  | "auth_scheme"
  | "status"
  | "status_reason"
  | "waits_until"
  | "created_at"
  | "updated_at"
  | "secrets"
  | "secrets_version"
  | "auth_config_id"
  | "effective_status"
> &
  JoinedAuthConfig;

/** An account as a list shows it. */
export interface ListedAccount {
  readonly row: Omit<ListedRow, `auth_config_${string}`>;
  readonly authConfig: Omit<AccountAuthConfig, "restrict_to_following_tools">;
  /** Rejects with SecretUnreadableError. */
  readonly openSecrets: () => Opening<ConnectionSecrets>;
}

/** The accounts of a query with the columns that a list shows. There are twice as many, which all cost time. */
export function withListedColumns(matching: AccountQuery): JoinedQuery<ListedRow> {
  return joinAuthConfig(matching)
    .select(listedColumns)
    .select(authConfigColumns)
    .select(computeEffectiveStatus().as("effective_status"));
}

/** Converts a row that `withListedColumns` selected. */
export function toListedAccount(scope: Scope, row: ListedRow): ListedAccount {
  return {
    row,
    authConfig: toAuthConfig(row),
    openSecrets: () => openConnection(scope, row),
  };
}
