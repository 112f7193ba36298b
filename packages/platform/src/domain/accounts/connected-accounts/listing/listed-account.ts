import { formatDatabaseTime } from "../../../../base/db/format-database-time.ts";
import type { Tables } from "../../../../base/db/tables.ts";
import type { SecretBox } from "../../../../base/secrets/secret-box.ts";
import { type AccountQuery, type AccountRow, computeEffectiveStatus } from "../account-rows.ts";
import { type ConnectionSecrets, openConnection } from "../connection-secrets.ts";
import {
  type AccountAuthConfig,
  authConfigColumns,
  type JoinedAuthConfig,
  type JoinedQuery,
  joinAuthConfig,
  type OpenedAccount,
  toAuthConfig,
} from "../open-account.ts";

/** The columns of an account that a list shows, and its secrets. There are twice as many, which all cost time. */
const shownColumns = [
  "id",
  "uuid",
  "user_id",
  "alias",
  "toolkit_slug",
  "auth_scheme",
  "status",
  "status_reason",
  "waits_until",
  "secrets",
  "secrets_version",
  "auth_config_id",
] as const;

/** The columns that `withListedColumns` needs. */
export const listedColumns: readonly (keyof AccountRow & keyof Tables["connected_accounts"])[] = [
  ...shownColumns,
  "project_id",
  "created_at",
  "updated_at",
];

/** A row of a list of accounts, as `withListedColumns` selects it. */
export type ListedRow = Pick<AccountRow, (typeof shownColumns)[number] | "effective_status"> &
  JoinedAuthConfig & {
    /** As the API writes it. */
    readonly created_at: string;
    readonly updated_at: string;
  };

/** An account as a list shows it. */
export interface ListedAccount {
  readonly row: Omit<ListedRow, `auth_config_${string}`>;
  readonly authConfig: Omit<AccountAuthConfig, "restrict_to_following_tools">;
  /** @throws SecretUnreadableError */
  readonly openSecrets: () => ConnectionSecrets;
}

/** The accounts of a query with the columns that a list shows. */
export function withListedColumns(matching: AccountQuery): JoinedQuery<ListedRow> {
  return joinAuthConfig(matching)
    .select(shownColumns.map((name) => `connected_accounts.${name}` as const))
    .select(authConfigColumns)
    .select([
      formatDatabaseTime("connected_accounts.created_at").as("created_at"),
      formatDatabaseTime("connected_accounts.updated_at").as("updated_at"),
      computeEffectiveStatus().as("effective_status"),
    ]);
}

/** Converts a row that `withListedColumns` selected. */
export function toListedAccount(box: SecretBox, row: ListedRow): ListedAccount {
  return {
    row,
    authConfig: toAuthConfig(row),
    openSecrets: () => openConnection(box, row),
  };
}

/** An account that was read with all its columns, as a list shows it. */
export function listOpened({ row, authConfig, openSecrets }: OpenedAccount): ListedAccount {
  const written = {
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
  return { row: { ...row, ...written }, authConfig, openSecrets };
}
