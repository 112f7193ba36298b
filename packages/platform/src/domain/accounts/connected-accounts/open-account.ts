import type { SelectQueryBuilder } from "kysely";
import type { Tables } from "../../../base/db/tables.ts";
import { PlatformError } from "../../../base/errors.ts";
import type { SecretBox } from "../../../base/secrets/secret-box.ts";
import { openSecretBox, type Scope } from "../../scope.ts";
import type { AuthConfigRow } from "../auth-configs/auth-config-record.ts";
import { openAuthConfigWith } from "../auth-configs/auth-config-secrets.ts";
import {
  type AccountQuery,
  type AccountRow,
  selectAccount,
  selectComputedColumns,
} from "./account-rows.ts";
import { type ConnectionSecrets, openConnection } from "./connection-secrets.ts";
import type { SharedSecrets } from "./own-host.ts";

/** The auth config of an account, without its secrets. */
export type AccountAuthConfig = Pick<
  AuthConfigRow,
  "id" | "uuid" | "status" | "is_platform_managed" | "restrict_to_following_tools"
>;

/** An account with its auth config, as it was read. */
export interface OpenedAccount {
  readonly row: AccountRow;
  readonly authConfig: AccountAuthConfig;
  /** @throws SecretUnreadableError */
  readonly openSecrets: () => ConnectionSecrets;
  /** The secrets that the account inherits from its auth config. @throws SecretUnreadableError */
  readonly openSharedSecrets: () => SharedSecrets;
}

/** An account whose row is locked until the transaction ends. `change-account.ts` requires a locked one. */
export interface LockedAccount extends OpenedAccount {
  readonly isLocked: true;
}

/** Reads an account with its auth config in one statement; @throws PlatformError `ConnectedAccount_NotFound` */
export async function openAccount(scope: Scope, id: string): Promise<OpenedAccount> {
  const [account] = await openAccounts(scope, selectAccount(scope, id));
  return requireAccount(account);
}

/** Like `openAccount`, and locks the account for a change; @throws PlatformError `ConnectedAccount_NotFound` */
export async function lockAccount(scope: Scope, id: string): Promise<LockedAccount> {
  const [account] = await lockAccounts(scope, selectAccount(scope, id));
  return requireAccount(account);
}

/** The accounts of a query, in its order. */
export async function openAccounts(
  scope: Scope,
  matching: AccountQuery,
): Promise<readonly OpenedAccount[]> {
  const box = await openSecretBox(scope);
  const rows = await withAuthConfig(matching).execute();
  return rows.map((row) => toOpenedAccount(box, row));
}

/** The accounts of a query, locked in the order of their ids (ADR 46). */
export async function lockAccounts(
  scope: Scope,
  matching: AccountQuery,
): Promise<readonly LockedAccount[]> {
  const box = await openSecretBox(scope);
  const rows = await withAuthConfig(matching)
    .orderBy("connected_accounts.id")
    .forUpdate("connected_accounts")
    .execute();
  return rows.map((row) => ({ ...toOpenedAccount(box, row), isLocked: true }));
}

/** The columns that `toAuthConfig` needs, to select of `joinAuthConfig`. */
export const authConfigColumns = [
  "auth_configs.uuid as auth_config_uuid",
  "auth_configs.status as auth_config_status",
  "auth_configs.is_platform_managed as auth_config_is_managed",
] as const;

/** These columns in a row. */
export interface JoinedAuthConfig {
  readonly auth_config_uuid: AuthConfigRow["uuid"];
  readonly auth_config_status: AuthConfigRow["status"];
  readonly auth_config_is_managed: AuthConfigRow["is_platform_managed"];
}

/** An account's row with the columns of its auth config, as `withAuthConfig` selects them. */
export type AccountWithAuthConfig = AccountRow &
  JoinedAuthConfig & {
    readonly auth_config_tools: AuthConfigRow["restrict_to_following_tools"];
    readonly auth_config_secrets: AuthConfigRow["secrets"];
    readonly auth_config_secrets_version: AuthConfigRow["secrets_version"];
  };

/** Accounts with columns of their auth configs. */
export type JoinedQuery<Row> = SelectQueryBuilder<
  Tables,
  "connected_accounts" | "auth_configs",
  Row
>;

/** The accounts of a query with their auth configs, for `toOpenedAccount`. */
export function withAuthConfig(matching: AccountQuery): JoinedQuery<AccountWithAuthConfig> {
  return joinAuthConfig(matching)
    .selectAll("connected_accounts")
    .select(selectComputedColumns())
    .select(authConfigColumns)
    .select([
      "auth_configs.restrict_to_following_tools as auth_config_tools",
      "auth_configs.secrets as auth_config_secrets",
      "auth_configs.secrets_version as auth_config_secrets_version",
    ]);
}

/** The accounts of a query beside their auth configs. */
export function joinAuthConfig(matching: AccountQuery): JoinedQuery<object> {
  return matching.innerJoin("auth_configs", (join) =>
    join
      .onRef("auth_configs.project_id", "=", "connected_accounts.project_id")
      .onRef("auth_configs.id", "=", "connected_accounts.auth_config_id"),
  );
}

/** The auth config in a row with `authConfigColumns`. */
export function toAuthConfig(
  row: JoinedAuthConfig & Pick<AccountRow, "auth_config_id">,
): Omit<AccountAuthConfig, "restrict_to_following_tools"> {
  return {
    id: row.auth_config_id,
    uuid: row.auth_config_uuid,
    status: row.auth_config_status,
    is_platform_managed: row.auth_config_is_managed,
  };
}

/** Converts a row that was read together with its auth config. Its envelopes are opened when they are needed. */
export function toOpenedAccount(box: SecretBox, row: AccountWithAuthConfig): OpenedAccount {
  const { auth_config_secrets: secrets, auth_config_secrets_version: secrets_version } = row;
  const authConfig = { id: row.auth_config_id, secrets, secrets_version };
  return {
    row,
    authConfig: { ...toAuthConfig(row), restrict_to_following_tools: row.auth_config_tools },
    openSecrets: () => openConnection(box, row),
    openSharedSecrets: () => ({
      isManaged: row.auth_config_is_managed,
      secrets: openAuthConfigWith(box, authConfig),
    }),
  };
}

function requireAccount<T>(account: T | undefined): T {
  if (account === undefined) {
    throw new PlatformError("ConnectedAccount_NotFound");
  }
  return account;
}
