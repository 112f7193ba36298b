import type { AuthConfigRow } from "../../domain/auth-configs/auth-config-record.ts";
import { openAuthConfig } from "../../domain/auth-configs/auth-config-secrets.ts";
import { toEgressProxy } from "../../domain/auth-configs/egress-proxy.ts";
import { readAuthConfig } from "../../domain/auth-configs/read-auth-configs.ts";
import {
  type AccountRow,
  effectiveStatus,
  readAccount,
  selectAccounts,
} from "../../domain/connected-accounts/account-rows.ts";
import { openConnection } from "../../domain/connected-accounts/connection-secrets.ts";
import { wouldLeakToOwnHost } from "../../domain/connected-accounts/own-host.ts";
import { findScheme } from "../../domain/fields/connection-catalog.ts";
import type { Values } from "../../domain/fields/masking.ts";
import type { Scope } from "../../domain/scope.ts";
import type { EgressProxy } from "../../egress/egress-request.ts";
import { PlatformError } from "../../errors.ts";
import type { AuthScheme } from "../../toolkits/auth-types.ts";
import { inactiveAccountWords, noActiveAccountWords } from "./account-words.ts";

/** An account that a call may be made through. `values` are secrets. */
export interface ChosenAccount {
  readonly id: string;
  readonly authConfigId: string;
  readonly userId: string;
  readonly toolkitSlug: string;
  readonly scheme: AuthScheme;
  /** `state.val`, over what the auth config shares. */
  readonly values: Values;
  /** The proxy of its auth config, through which all of its calls go. */
  readonly proxy: EgressProxy | undefined;
}

/** Which account is asked for, and what it is asked for. */
export interface AccountChoice {
  /** Absent for a request of the proxy, which goes to the toolkit of the account. */
  readonly toolkitSlug?: string;
  /** Absent for a request of the proxy, which is no tool and which a restriction to tools excludes. */
  readonly toolSlug?: string;
  readonly accountId?: string | undefined;
  readonly userId?: string | undefined;
}

/**
 * The account that is named, or the newest ACTIVE one that the user has for the toolkit; undefined when neither an account
 * nor a user is named.
 *
 * @throws PlatformError `ToolExecution_ConnectedAccountNotFound`, `ToolExecution_AccountOfAnotherUser`,
 *   `ToolExecution_AccountNotActive`, `ToolExecution_AuthConfigDisabled`, `ToolExecution_ToolNotAllowed`
 */
export async function chooseAccount(
  scope: Scope,
  choice: AccountChoice,
): Promise<ChosenAccount | undefined> {
  const { accountId, userId } = choice;
  if (accountId === undefined && userId === undefined) {
    return undefined;
  }
  const row =
    accountId === undefined
      ? await findNewest(scope, choice)
      : await readNamed(scope, accountId, choice);
  const config = await readAuthConfig(scope, row.auth_config_id);
  assertUsable(row, config, choice);
  const toolkit = scope.catalog.findToolkit(row.toolkit_slug);
  const scheme = toolkit && findScheme(toolkit, row.auth_scheme);
  // A new version of the toolkit may have given the scheme up.
  if (scheme === undefined) {
    throw new PlatformError("ToolExecution_AccountNotActive");
  }
  const { val } = await openConnection(scope, row);
  const opened = await openAuthConfig(scope, config);
  const { credentials, shared_credentials: shared } = opened;
  const isManaged = config.is_platform_managed;
  if (wouldLeakToOwnHost(scheme, val, { isManaged, secrets: opened })) {
    throw new PlatformError("ToolExecution_AccountNotActive", {
      errors: [
        "connected_account: names a host of its own, and its auth config has secrets that are not its user's",
      ],
    });
  }
  return {
    id: row.id,
    authConfigId: config.id,
    userId: row.user_id,
    toolkitSlug: row.toolkit_slug,
    scheme,
    values: { ...credentials, ...shared, ...val },
    proxy: toEgressProxy(opened.proxy_config),
  };
}

async function readNamed(
  scope: Scope,
  accountId: string,
  { toolkitSlug, userId }: AccountChoice,
): Promise<AccountRow> {
  const row = await readAccount(scope, accountId).catch((error: unknown) => {
    if (!(error instanceof PlatformError)) {
      throw error;
    }
    return undefined;
  });
  if (row === undefined || (toolkitSlug !== undefined && row.toolkit_slug !== toolkitSlug)) {
    throw new PlatformError("ToolExecution_ConnectedAccountNotFound");
  }
  if (userId !== undefined && row.user_id !== userId) {
    throw new PlatformError("ToolExecution_AccountOfAnotherUser");
  }
  return row;
}

async function findNewest(
  scope: Scope,
  { toolkitSlug = "", userId = "" }: AccountChoice,
): Promise<AccountRow> {
  const newest = selectAccounts(scope)
    .selectAll()
    .select(effectiveStatus().as("effective_status"))
    .where("user_id", "=", userId)
    .where("toolkit_slug", "=", toolkitSlug)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1);
  const active = await newest.where("status", "=", "ACTIVE").executeTakeFirst();
  if (active !== undefined) {
    return active;
  }
  const other = await newest.executeTakeFirst();
  throw new PlatformError("ToolExecution_ConnectedAccountNotFound", {
    ...(other !== undefined &&
      other.effective_status !== "ACTIVE" && {
        words: noActiveAccountWords(other.id, other.effective_status),
      }),
  });
}

function assertUsable(row: AccountRow, config: AuthConfigRow, { toolSlug }: AccountChoice): void {
  const status = row.effective_status;
  if (status !== "ACTIVE") {
    const words = inactiveAccountWords(row.id, status);
    throw new PlatformError("ToolExecution_AccountNotActive", { words });
  }
  if (config.status === "DISABLED") {
    throw new PlatformError("ToolExecution_AuthConfigDisabled");
  }
  const allowed = config.restrict_to_following_tools;
  if (allowed.length > 0 && (toolSlug === undefined || !allowed.includes(toolSlug))) {
    throw new PlatformError("ToolExecution_ToolNotAllowed");
  }
}
