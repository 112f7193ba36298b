import type { AccountIdentity } from "../../../applications/oauth/identity.ts";
import { isGiven, listFields } from "../../fields/fields.ts";
import { isSecretField, type Values } from "../../fields/masking.ts";
import type { Scope } from "../../scope.ts";
import { assertChanged, changeAccount } from "../connected-accounts/changing/change-account.ts";
import type { LockedAccount } from "../connected-accounts/open-account.ts";
import {
  type ConnectionPlan,
  checkCredentials,
  planConnection,
} from "../connected-accounts/plan-connection.ts";
import { completeLink, type OpenLink, readOpenLink } from "./links.ts";

/**
 * Checks the fields of the hosted page's form without storing them, so that they can be tried outside of a transaction.
 *
 * @throws PlatformError as `submitLinkFields` does
 */
export async function checkLinkFields(
  scope: Scope,
  linkId: string,
  fields: Values,
): Promise<ConnectionPlan> {
  return await planFields(scope, await readOpenLink(scope, linkId), fields);
}

/** How the trial of a form ended: `unchecked` when nothing could check it. */
export interface FormOutcome {
  readonly outcome: "success" | "unchecked";
  readonly identity: AccountIdentity | null;
}

/**
 * Stores the fields of the hosted page's form and makes the account ACTIVE, for schemes that do not redirect.
 *
 * @throws PlatformError `ConnectedAccount_LinkNotFound`, `ConnectedAccount_LinkUsed`,
 *   `ConnectedAccount_AuthConfigDisabled`, `ConnectedAccount_CredentialsMissing`, `Validation_Failed`
 */
export async function submitLinkFields(
  scope: Scope,
  linkId: string,
  fields: Values,
  { outcome, identity }: FormOutcome,
): Promise<{ readonly accountId: string; readonly callbackUrl: string | null }> {
  const link = await readOpenLink(scope, linkId);
  await storeFields(scope, link, await planFields(scope, link, fields), identity);
  await completeLink(scope, link, outcome);
  return { accountId: link.account.row.id, callbackUrl: link.callbackUrl };
}

/**
 * Stores the parts of an application's address that are needed before the user can go there, such as a subdomain.
 * Values that were given when the connection began stay as they are.
 *
 * @returns the account with these fields
 * @throws PlatformError `ConnectedAccount_CredentialsMissing`, `Validation_Failed`
 */
export async function storeAddressFields(
  scope: Scope,
  { account }: OpenLink,
  plan: ConnectionPlan,
  fields: Values,
): Promise<LockedAccount> {
  const { callback_url: _, ...params } = account.openSecrets().params;
  const values = checkCredentials(plan, { ...selectAsked(plan, fields), ...params }, "body");
  if (Object.keys(values).every((name) => Object.hasOwn(params, name))) {
    return account;
  }
  const added = { val: values, params: values };
  return assertChanged(await changeAccount(scope, account, { type: "credentials_changed" }, added));
}

async function planFields(scope: Scope, link: OpenLink, fields: Values): Promise<ConnectionPlan> {
  const plan = await planConnection(scope, link.account.row.auth_config_id, undefined);
  const { callback_url: _, ...params } = link.account.openSecrets().params;
  const typed = selectAsked(plan, fields);
  // The page never shows a secret that was given when the link was made. An empty field keeps it. Members that the page
  // does not ask for are kept too.
  const kept = Object.entries(params).filter(
    ([name]) =>
      !plan.declared.has(name) || (isSecretField(name, plan.declared) && !isGiven(typed[name])),
  );
  const values = { ...typed, ...Object.fromEntries(kept) };
  return { ...plan, values: checkCredentials(plan, values, "body") };
}

/** The values of the fields that the page asks for. Anything else in its form comes from somebody else. */
function selectAsked({ scheme, authConfigSecrets }: ConnectionPlan, fields: Values): Values {
  const shared = authConfigSecrets.shared_credentials;
  const asked = listFields(scheme.fields.connected_account_initiation).map(({ name }) => name);
  return Object.fromEntries(
    asked.filter((name) => !isGiven(shared[name])).map((name) => [name, fields[name]]),
  );
}

async function storeFields(
  scope: Scope,
  link: OpenLink,
  plan: ConnectionPlan,
  identity: AccountIdentity | null,
): Promise<void> {
  const { values } = plan;
  if (plan.redirects) {
    throw new Error("This auth scheme has no form, because its users sign in at the application.");
  }
  const event = { type: "grant_succeeded", purpose: link.purpose } as const;
  const added = { val: values, params: values, ...(identity && { identity }) };
  assertChanged(await changeAccount(scope, link.account, event, added));
}
