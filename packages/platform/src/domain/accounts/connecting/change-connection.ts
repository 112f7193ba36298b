import { readIdToken } from "../../../applications/oauth/identity.ts";
import { authSchemes } from "../../../applications/toolkits/types/auth-schemes.ts";
import type { Schemas } from "../../../base/api-types.ts";
import { fillFields } from "../../fields/fields.ts";
import { isSecretField, maskSecret, mergeValues, type Values } from "../../fields/masking.ts";
import type { Scope } from "../../scope.ts";
import type { AccountEvent } from "../connected-accounts/changing/account-events.ts";
import { assertChanged, changeAccount } from "../connected-accounts/changing/change-account.ts";
import type { ConnectionSecrets } from "../connected-accounts/connection-secrets.ts";
import { assertFreeAlias } from "../connected-accounts/free-alias.ts";
import {
  type LockedAccount,
  lockAccount,
  type OpenedAccount,
  openAccount,
} from "../connected-accounts/open-account.ts";
import {
  type ConnectionPlan,
  planConnection,
  withCredentials,
} from "../connected-accounts/plan-connection.ts";
import type { TriedCredentials } from "./create-connected-account.ts";

/** A change of an account, without the choice to try its credentials first. */
export type ConnectionChange = Omit<
  Schemas["UpdateConnectedAccountRequest"],
  "validate_credentials"
>;

const place = "body.connection.state.val";

/**
 * Plans new credentials of an account, without storing them. Undefined when the change has none.
 *
 * @throws PlatformError as `changeConnection` does
 */
export async function planChange(
  scope: Scope,
  id: string,
  change: ConnectionChange,
): Promise<ConnectionPlan | undefined> {
  const account = await openAccount(scope, id);
  const merge = await prepareMerge(scope, account, change);
  return merge?.(account);
}

/**
 * Changes the alias and the credentials of an account. With new credentials the account is ACTIVE, unless it was switched off.
 *
 * @throws PlatformError `ConnectedAccount_NotFound`, `ConnectedAccount_AliasTaken`, `ConnectedAccount_AuthConfigDisabled`,
 *   `ConnectedAccount_SchemeMismatch`, `ConnectedAccount_SchemeUnsupported`, `ConnectedAccount_CredentialsMissing`,
 *   `Validation_Failed`
 */
export async function changeConnection(
  scope: Scope,
  id: string,
  change: ConnectionChange,
  tried?: TriedCredentials,
): Promise<Schemas["UpdateConnectedAccountResponse"]> {
  // First the auth config, then the account (ADR 46).
  const merge = await prepareMerge(scope, await openAccount(scope, id), change);
  let account = await lockAccount(scope, id);
  if (merge !== undefined) {
    const planned = merge(account);
    const plan = { ...planned, tokens: tried?.tokens ?? planned.tokens };
    account = await storeCredentials(scope, account, plan, tried);
  }
  if (change.alias !== undefined) {
    const event = { type: "renamed", alias: change.alias } as const;
    account = assertChanged(await changeAccount(scope, account, event));
  }
  const { effective_status: status, alias } = account.row;
  return { id, status, alias, identity: account.openSecrets().identity ?? null };
}

/** Checks a change, and returns how it is merged into the values of the account, which others may change until it is locked. */
async function prepareMerge(
  scope: Scope,
  { row }: OpenedAccount,
  { connection, alias }: ConnectionChange,
): Promise<((account: OpenedAccount) => ConnectionPlan) | undefined> {
  await assertFreeAlias(scope, row, alias, row.id);
  if (connection === undefined) {
    return undefined;
  }
  const { authScheme, val } = connection.state;
  const plan = await planConnection(scope, row.auth_config_id, authScheme);
  return (account) => withCredentials(plan, mergeGiven(plan, account, val), place);
}

/**
 * The values that the account would have: those that it was started with, and the given ones over them. Given tokens are among them;
 * stored tokens are not.
 */
function mergeGiven(plan: ConnectionPlan, account: OpenedAccount, given: Values): Values {
  const { val, params } = account.openSecrets();
  const { callback_url: _, ...own } = params;
  const entries = Object.entries(given).filter(
    ([name, value]) =>
      name !== "status" && !(isSecretField(name, plan.declared) && value === maskSecret(val[name])),
  );
  const group = plan.scheme.fields.connected_account_initiation;
  const fields = new Set([...group.required, ...group.optional].map(({ name }) => name));
  const cleared = entries.filter(([, value]) => value === "");
  // A key may come under its other name. No default replaces a stored value.
  const changes = fillFields(group, Object.fromEntries(entries), fields);
  return mergeValues(own, { ...changes, ...Object.fromEntries(cleared) }, plan.declared);
}

async function storeCredentials(
  scope: Scope,
  account: LockedAccount,
  plan: ConnectionPlan,
  tried: TriedCredentials | undefined,
): Promise<LockedAccount> {
  const { tokens, values } = plan;
  if (plan.redirects && tokens === undefined) {
    // Only parts of the application's address: the user still has to sign in, or has done so.
    const added = { val: values, params: values };
    const event = { type: "credentials_changed" } as const;
    return assertChanged(await changeAccount(scope, account, event, added));
  }
  const event: AccountEvent = {
    type: "credentials_replaced",
    secrets: toSecrets(account.openSecrets(), plan, tried),
    tokensEnd: plan.redirects ? tokens?.end : null,
  };
  return assertChanged(await changeAccount(scope, account, event));
}

/** Members of `state.val` that belong to a status which new credentials end. */
const ofStatus = ["redirectUrl", "error", "error_description", "expired_at"];

function toSecrets(
  { val, params }: ConnectionSecrets,
  plan: ConnectionPlan,
  tried: TriedCredentials | undefined,
): ConnectionSecrets {
  const { tokens, values, scheme } = plan;
  const { callback_url: callback, ...before } = params;
  // Tokens that were fetched with the client before would hide that the new one does not work.
  const fetched = authSchemes[scheme.mode].flow === "clientCredentials" ? ofClient : [];
  // A refresh token alone may be another user's, so the access token before it is not used with it.
  const replaced = tokens !== undefined && tokens.val.access_token === undefined ? ofAccess : [];
  const ended = new Set([...ofStatus, ...fetched, ...replaced, ...Object.keys(before)]);
  const kept = Object.entries(val).filter(([name]) => !ended.has(name));
  const identity = tried?.identity ?? readIdToken(tokens?.val.id_token);
  return {
    val: { ...Object.fromEntries(kept), ...values, ...tokens?.val },
    params: { ...values, ...(callback === undefined ? {} : { callback_url: callback }) },
    // An identity that was known may be that of another user now.
    ...(identity && { identity }),
  };
}

const ofAccess = ["access_token", "token_type", "expires_in", "scope", "id_token"];
const ofClient = [...ofAccess, "refresh_token"];
