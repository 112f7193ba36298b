import { type AccountIdentity, readIdToken } from "../../../applications/oauth/identity.ts";
import type { Schemas } from "../../../base/api-types.ts";
import type { ConnectionStatus } from "../../../base/db/tables.ts";
import { PlatformError } from "../../../base/errors.ts";
import { createId } from "../../../base/ids.ts";
import { maskValues, type Values } from "../../fields/masking.ts";
import { getProjectConfig } from "../../projects/config.ts";
import type { Scope } from "../../scope.ts";
import { type NewAccount, storeAccounts } from "../connected-accounts/changing/add-account.ts";
import { assertFreeAlias } from "../connected-accounts/free-alias.ts";
import type { GivenTokens } from "../connected-accounts/given-tokens.ts";
import {
  type ConnectionPlan,
  checkKnownValues,
  planConnection,
  withCredentials,
} from "../connected-accounts/plan-connection.ts";
import type { ConnectionStart } from "../connected-accounts/transitions.ts";
import { checkCallbackUrl } from "./callback-url.ts";
import {
  createLinkAddress,
  type LinkAddress,
  linkMs,
  type NewLink,
  storeLink,
} from "./link-tokens.ts";

/** A request for an account, without the choice to try its credentials first. */
export type NewConnectedAccount = Omit<
  Schemas["CreateConnectedAccountRequest"],
  "validate_credentials"
>;

/**
 * Checks a connection without making it. For `validate_credentials`, whose call must not be made in a transaction.
 *
 * @param planned the plan of its auth config, if that is known
 * @throws PlatformError as `createConnectedAccount` does
 */
export async function checkConnection(
  scope: Scope,
  input: NewConnectedAccount,
  planned?: ConnectionPlan,
): Promise<ConnectionPlan> {
  const { state, data } = input.connection;
  const plan = planned ?? (await planConnection(scope, input.auth_config.id, state?.authScheme));
  const given = state?.val ?? data ?? {};
  readCallbackUrl(input);
  const { alias, connection } = input;
  const { slug } = plan.toolkit;
  const owner = { user_id: connection.user_id ?? defaultUser, toolkit_slug: slug };
  await assertFreeAlias(scope, owner, alias);
  return withCredentials(plan, given, "body.connection.state.val");
}

const defaultUser = "default";

/** What was learned when the credentials of a request were tried. */
export interface TriedCredentials {
  readonly identity: AccountIdentity | null;
  /** Tokens that replace those of the request, because they were refreshed. */
  readonly tokens?: GivenTokens | undefined;
}

/**
 * Starts a connection. With a scheme that redirects, the account is INITIATED and has a link to the hosted page; with
 * tokens, and with any other scheme, it is ACTIVE.
 *
 * @throws PlatformError `AuthConfig_NotFound`, `ConnectedAccount_AuthConfigDisabled`,
 *   `ConnectedAccount_SchemeMismatch`, `ConnectedAccount_SchemeUnsupported`, `ConnectedAccount_CredentialsMissing`,
 *   `ConnectedAccount_CallbackUrlInvalid`, `ConnectedAccount_AliasTaken`
 */
export async function createConnectedAccount(
  scope: Scope,
  input: NewConnectedAccount,
  tried?: TriedCredentials,
): Promise<Schemas["CreateConnectedAccountResponseOutput"]> {
  const plan = await checkConnection(scope, input);
  const account = await storeAccount(scope, toNewAccount(scope, plan, input, { tried }));
  const config = await getProjectConfig(scope);
  const mask = config.mask_secret_keys_in_connected_account;
  const url = account.link?.url ?? null;
  return {
    id: account.id,
    connectionData: {
      authScheme: plan.scheme.mode,
      val: { status: account.status, ...maskValues(account.val, plan.declared, mask) },
    },
    status: account.status,
    redirect_url: url,
    redirect_uri: url,
    deprecated: { uuid: account.uuid, authConfigUuid: plan.authConfig.uuid },
  };
}

/**
 * The account of a connection that was checked.
 *
 * @param more `tried`: what the trial of its credentials found; `hash`: see `NewAccount.importHash`
 */
export function toNewAccount(
  scope: Scope,
  checked: ConnectionPlan,
  input: NewConnectedAccount,
  {
    tried,
    hash,
  }: { readonly tried?: TriedCredentials | undefined; readonly hash?: string | undefined },
): PreparedAccount {
  const plan = { ...checked, tokens: tried?.tokens ?? checked.tokens };
  return prepareAccount(scope, plan, {
    userId: input.connection.user_id ?? defaultUser,
    alias: input.alias,
    callbackUrl: readCallbackUrl(input),
    start: plan.redirects && plan.tokens === undefined ? "redirect" : "credentials",
    identity: tried?.identity,
    importHash: hash,
  });
}

/**
 * Creates an INITIATED account and a hosted page that completes it, for every scheme that can be connected.
 *
 * @throws PlatformError `AuthConfig_NotFound`, `ConnectedAccount_AuthConfigDisabled`,
 *   `ConnectedAccount_SchemeUnsupported`, `ConnectedAccount_CallbackUrlInvalid`, `ConnectedAccount_SchemeMismatch`,
 *   `Validation_Failed` for invalid known values, `ConnectedAccount_AliasTaken`
 * @param sessionId the session that makes the link, as its row names it
 */
export async function createConnectionLink(
  scope: Scope,
  input: Schemas["CreateLinkRequest"],
  sessionId?: string,
): Promise<Schemas["CreateLinkResponse"]> {
  const { callback_url: callback, connection_data: known = {}, alias } = input;
  const { authScheme, val = {}, ...beside } = known;
  const plan = await planConnection(scope, input.auth_config_id, authScheme);
  const values = {
    ...checkKnownValues(plan, beside, "body.connection_data"),
    ...checkKnownValues(plan, val, "body.connection_data.val"),
  };
  const owner = { user_id: input.user_id, toolkit_slug: plan.toolkit.slug };
  await assertFreeAlias(scope, owner, alias);
  const callbackUrl =
    callback === undefined ? null : checkCallbackUrl(callback, "body.callback_url");
  const prepared = prepareAccount(
    scope,
    { ...plan, values },
    {
      userId: input.user_id,
      alias,
      callbackUrl,
      start: "link",
      sessionId,
    },
  );
  const { id, link } = await storeAccount(scope, prepared);
  if (link === undefined) {
    throw new Error("The connection needs a link, and no link was created.");
  }
  return {
    link_token: link.token,
    redirect_url: link.url,
    expires_at: link.expiresAt.toISOString(),
    connected_account_id: id,
  };
}

/** An account that is not stored yet, and the address of its link. */
export interface PreparedAccount {
  readonly account: NewAccount;
  readonly address: LinkAddress | undefined;
  readonly sessionId: string | undefined;
}

/** An account that was just stored. */
interface StoredAccount {
  readonly id: string;
  readonly uuid: string;
  readonly status: ConnectionStatus;
  readonly val: Values;
  readonly link: NewLink | undefined;
}

interface AccountStart {
  readonly userId: string;
  readonly alias: string | undefined;
  readonly identity?: AccountIdentity | null | undefined;
  readonly importHash?: string | undefined;
  readonly callbackUrl: string | null;
  readonly start: ConnectionStart;
  readonly sessionId?: string | undefined;
}

function prepareAccount(scope: Scope, plan: ConnectionPlan, how: AccountStart): PreparedAccount {
  const { callbackUrl, start, sessionId, alias } = how;
  const id = createId("ca");
  const address = start === "credentials" ? undefined : createLinkAddress(scope.platform.baseUrl);
  const callback = callbackUrl === null ? {} : { callback_url: callbackUrl };
  const redirect = address === undefined ? {} : { redirectUrl: address.url };
  const val: Values = { ...plan.values, ...plan.tokens?.val, ...redirect, ...callback };
  const params = { ...plan.values, ...callback };
  const identity = how.identity ?? readIdToken(val.id_token);
  const account = {
    id,
    authConfigId: plan.authConfig.id,
    toolkitSlug: plan.toolkit.slug,
    authScheme: plan.scheme.mode,
    userId: how.userId,
    alias,
    callbackUrl,
    start,
    waitMs: address === undefined ? undefined : linkMs,
    secrets: { val, params, ...(identity && { identity }) },
    tokensEnd: plan.tokens?.end,
    importHash: how.importHash,
  };
  return { account, address, sessionId };
}

/** @throws PlatformError `ConnectedAccount_AliasTaken` */
async function storeAccount(
  scope: Scope,
  { account, address, sessionId }: PreparedAccount,
): Promise<StoredAccount> {
  const { id, callbackUrl, secrets } = account;
  const [added] = await storeAccounts(scope, [account]);
  if (added === undefined) {
    throw new PlatformError("ConnectedAccount_AliasTaken");
  }
  const { uuid, status } = added;
  const target = { accountId: id, purpose: "connect", callbackUrl, sessionId } as const;
  const link = address && (await storeLink(scope, address, target));
  return { id, uuid, status, val: secrets.val, link };
}

function readCallbackUrl(input: NewConnectedAccount): string | null {
  const { callback_url: callback, redirect_uri: deprecated } = input.connection;
  if (callback !== undefined) {
    return checkCallbackUrl(callback, "body.connection.callback_url");
  }
  if (deprecated === undefined) {
    return null;
  }
  return checkCallbackUrl(deprecated, "body.connection.redirect_uri");
}
