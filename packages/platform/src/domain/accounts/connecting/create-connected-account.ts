import type { Schemas } from "../../../api-types.ts";
import type { ConnectionStatus } from "../../../db/tables.ts";
import { createId } from "../../../ids.ts";
import { maskValues, type Values } from "../../fields/masking.ts";
import { getProjectConfig } from "../../projects/config.ts";
import type { Scope } from "../../scope.ts";
import { addAccount } from "../connected-accounts/changing/add-account.ts";
import {
  type ConnectionPlan,
  checkCredentials,
  checkKnownValues,
  planConnection,
} from "../connected-accounts/plan-connection.ts";
import type { ConnectionStart } from "../connected-accounts/transitions.ts";
import { checkCallbackUrl } from "./callback-url.ts";
import { createLinkAddress, linkMs, type NewLink, storeLink } from "./link-tokens.ts";

/** A request for an account, without the choice to try its credentials first. */
export type NewConnectedAccount = Omit<
  Schemas["CreateConnectedAccountRequest"],
  "validate_credentials"
>;

/**
 * Checks a connection without making it. For `validate_credentials`, whose call must not be made in a transaction.
 *
 * @throws PlatformError as `createConnectedAccount` does
 */
export async function checkConnection(
  scope: Scope,
  input: NewConnectedAccount,
): Promise<ConnectionPlan> {
  const { state, data } = input.connection;
  const plan = await planConnection(scope, input.auth_config.id, state?.authScheme);
  const given = state?.val ?? data ?? {};
  readCallbackUrl(input);
  return { ...plan, values: checkCredentials(plan, given, "body.connection.state.val") };
}

/**
 * Starts a connection. With a scheme that redirects, the account is INITIATED and has a link to the hosted page; with
 * any other scheme it is ACTIVE.
 *
 * @throws PlatformError `AuthConfig_NotFound`, `ConnectedAccount_AuthConfigDisabled`,
 *   `ConnectedAccount_SchemeMismatch`, `ConnectedAccount_SchemeUnsupported`, `ConnectedAccount_CredentialsMissing`,
 *   `ConnectedAccount_CallbackUrlInvalid`
 */
export async function createConnectedAccount(
  scope: Scope,
  input: NewConnectedAccount,
): Promise<Schemas["CreateConnectedAccountResponseOutput"]> {
  const plan = await checkConnection(scope, input);
  const callbackUrl = readCallbackUrl(input);
  const account = await insertAccount(scope, plan, {
    userId: input.connection.user_id ?? "default",
    callbackUrl,
    start: plan.redirects ? "redirect" : "credentials",
  });
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
 * Creates an INITIATED account and a hosted page that completes it, for every scheme that can be connected.
 *
 * @throws PlatformError `AuthConfig_NotFound`, `ConnectedAccount_AuthConfigDisabled`,
 *   `ConnectedAccount_SchemeUnsupported`, `ConnectedAccount_CallbackUrlInvalid`, `ConnectedAccount_SchemeMismatch`,
 *   `Validation_Failed` for invalid known values
 */
export async function createConnectionLink(
  scope: Scope,
  input: Schemas["CreateLinkRequest"],
): Promise<Schemas["CreateLinkResponse"]> {
  const { callback_url: callback, connection_data: known } = input;
  const plan = await planConnection(scope, input.auth_config_id, known?.authScheme);
  const values = checkKnownValues(plan, known?.val ?? {}, "body.connection_data.val");
  const callbackUrl =
    callback === undefined ? null : checkCallbackUrl(callback, "body.callback_url");
  const { id, link } = await insertAccount(
    scope,
    { ...plan, values },
    {
      userId: input.user_id,
      callbackUrl,
      start: "link",
    },
  );
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

interface InsertedAccount {
  readonly id: string;
  readonly uuid: string;
  readonly status: ConnectionStatus;
  readonly val: Values;
  readonly link: NewLink | undefined;
}

interface AccountStart {
  readonly userId: string;
  readonly callbackUrl: string | null;
  readonly start: ConnectionStart;
}

async function insertAccount(
  scope: Scope,
  plan: ConnectionPlan,
  how: AccountStart,
): Promise<InsertedAccount> {
  const { callbackUrl, start } = how;
  const id = createId("ca");
  const address = start === "credentials" ? undefined : createLinkAddress(scope.platform.baseUrl);
  const callback = callbackUrl === null ? {} : { callback_url: callbackUrl };
  const redirect = address === undefined ? {} : { redirectUrl: address.url };
  const val = { ...plan.values, ...redirect, ...callback };
  const params = { ...plan.values, ...callback };
  const { uuid, status } = await addAccount(scope, {
    id,
    authConfigId: plan.authConfig.id,
    toolkitSlug: plan.toolkit.slug,
    authScheme: plan.scheme.mode,
    userId: how.userId,
    callbackUrl,
    start,
    waitMs: address === undefined ? undefined : linkMs,
    secrets: { val, params },
  });
  const target = { accountId: id, purpose: "connect", callbackUrl } as const;
  const link = address && (await storeLink(scope, address, target));
  return { id, uuid, status, val, link };
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
