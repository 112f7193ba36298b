import type { AuthScheme } from "../../applications/toolkits/types/auth-types.ts";
import type { EgressProxy } from "../../base/egress/egress-request.ts";
import { PlatformError } from "../../base/errors.ts";
import { toEgressProxy } from "../../domain/accounts/auth-configs/egress-proxy.ts";
import type { OpenedAccount } from "../../domain/accounts/connected-accounts/open-account.ts";
import { wouldLeakToOwnHost } from "../../domain/accounts/connected-accounts/own-host.ts";
import {
  type CurrentTokens,
  selectCurrentTokens,
} from "../../domain/accounts/token-refresh/current-tokens.ts";
import { findScheme } from "../../domain/fields/connection-catalog.ts";
import type { Values } from "../../domain/fields/masking.ts";
import type { Scope } from "../../domain/scope.ts";
import { describeInactiveAccount, describeUnknownAlias } from "./account-words.ts";

/** An account that a call may use. `values` are secrets. */
export interface ChosenAccount {
  readonly id: string;
  readonly authConfigId: string;
  readonly userId: string;
  readonly toolkitSlug: string;
  readonly scheme: AuthScheme;
  /** `state.val`, which overrides the values that the auth config shares. */
  readonly values: Values;
  /**
   * The tokens among the values, if they were valid when the account was read. They do not have to be fetched again.
   */
  readonly tokens: CurrentTokens | undefined;
  /** The proxy of its auth config. All calls of the account go through it. */
  readonly proxy: EgressProxy | undefined;
}

/** The account that a call asks for, and the purpose of the call. */
export interface AccountChoice {
  /** Absent for a proxied request, which goes to the toolkit of the account. */
  readonly toolkitSlug?: string;
  /**
   * Absent for a proxied request. Such a request is not a tool, so an auth config that allows only some tools refuses
   * it.
   */
  readonly toolSlug?: string;
  readonly accountId?: string | undefined;
  readonly userId?: string | undefined;
  /** The alias of the account. It needs `accountId` or `userId`. */
  readonly alias?: string | undefined;
  /** True for the call of an agent. Of several accounts that it could mean, none is chosen. */
  readonly isAgent?: boolean | undefined;
  /** The auth configs whose accounts may be used. Without it, all of the project's. */
  readonly authConfigIds?: readonly string[] | undefined;
}

/** The part of a scope that a choice needs. */
type Catalogs = Pick<Scope, "catalog">;

/** Chooses an account, or returns the reason why it may not be used. */
export function tryChoose(
  scope: Catalogs,
  choice: AccountChoice,
  account: OpenedAccount | undefined,
): PromiseSettledResult<ChosenAccount> {
  try {
    const value = choose(scope, choice, assertNamed(account, choice));
    return { status: "fulfilled", value };
  } catch (reason) {
    return { status: "rejected", reason };
  }
}

/**
 * Chooses an account that its call named or found.
 *
 * @throws PlatformError `ToolExecution_AccountNotActive`, `ToolExecution_AuthConfigDisabled`, `ToolExecution_ToolNotAllowed`
 */
export function choose(
  scope: Catalogs,
  choice: AccountChoice,
  account: OpenedAccount,
): ChosenAccount {
  assertUsable(account, choice);
  const { row, authConfig } = account;
  const { val } = account.openSecrets();
  const shared = account.openSharedSecrets();
  const toolkit = scope.catalog.findToolkit(row.toolkit_slug);
  const scheme = findScheme(toolkit, row.auth_scheme);
  // A new version of the toolkit may no longer have the scheme.
  if (scheme === undefined) {
    throw new PlatformError("ToolExecution_AccountNotActive");
  }
  if (wouldLeakToOwnHost(scheme, val, shared)) {
    throw new PlatformError("ToolExecution_AccountNotActive", {
      errors: [
        "connected_account: sets its own host, but its auth config has secrets that do not belong to its user",
      ],
    });
  }
  const { credentials, shared_credentials, proxy_config } = shared.secrets;
  return {
    id: row.id,
    authConfigId: authConfig.id,
    userId: row.user_id,
    toolkitSlug: row.toolkit_slug,
    scheme,
    values: { ...credentials, ...shared_credentials, ...val },
    tokens: selectCurrentTokens(row, val),
    proxy: toEgressProxy(proxy_config),
  };
}

/**
 * Checks that an account is one that its call may name.
 *
 * @throws PlatformError `ToolExecution_ConnectedAccountNotFound`, `ToolExecution_AccountOfAnotherUser`
 */
export function assertNamed(
  account: OpenedAccount | undefined,
  { toolkitSlug, userId, authConfigIds, alias }: AccountChoice,
): OpenedAccount {
  const slug = account?.row.toolkit_slug;
  const isExcluded =
    account !== undefined && authConfigIds?.includes(account.authConfig.id) === false;
  if (account === undefined || isExcluded || (toolkitSlug !== undefined && slug !== toolkitSlug)) {
    throw new PlatformError("ToolExecution_ConnectedAccountNotFound");
  }
  if (userId !== undefined && account.row.user_id !== userId) {
    throw new PlatformError("ToolExecution_AccountOfAnotherUser");
  }
  if (alias !== undefined && account.row.alias !== alias) {
    const words = describeUnknownAlias(account.row.toolkit_slug, alias);
    throw new PlatformError("ToolExecution_ConnectedAccountNotFound", { words });
  }
  return account;
}

/** True for an account with which the call could be made. */
export function isUsable(account: OpenedAccount, { toolSlug = "" }: AccountChoice): boolean {
  const { status, restrict_to_following_tools: allowed } = account.authConfig;
  return (
    account.row.effective_status === "ACTIVE" &&
    status === "ENABLED" &&
    (allowed.length === 0 || allowed.includes(toolSlug))
  );
}

function assertUsable({ row, authConfig }: OpenedAccount, { toolSlug }: AccountChoice): void {
  const status = row.effective_status;
  if (status !== "ACTIVE") {
    const words = describeInactiveAccount(row.id, status);
    throw new PlatformError("ToolExecution_AccountNotActive", { words });
  }
  if (authConfig.status === "DISABLED") {
    throw new PlatformError("ToolExecution_AuthConfigDisabled");
  }
  const allowed = authConfig.restrict_to_following_tools;
  if (allowed.length > 0 && (toolSlug === undefined || !allowed.includes(toolSlug))) {
    throw new PlatformError("ToolExecution_ToolNotAllowed");
  }
}
