import { isGiven } from "../../fields/fields.ts";
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
): Promise<{ readonly accountId: string; readonly callbackUrl: string | null }> {
  const link = await readOpenLink(scope, linkId);
  await storeFields(scope, link, await planFields(scope, link, fields));
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
  const { params } = await account.openSecrets();
  const values = checkCredentials(plan, { ...fields, ...params }, "body");
  if (Object.keys(values).every((name) => Object.hasOwn(params, name))) {
    return account;
  }
  const added = { val: values, params: values };
  return assertChanged(await changeAccount(scope, account, { type: "credentials_changed" }, added));
}

async function planFields(scope: Scope, link: OpenLink, fields: Values): Promise<ConnectionPlan> {
  const plan = await planConnection(scope, link.account.row.auth_config_id, undefined);
  const { params } = await link.account.openSecrets();
  // The page never shows a secret that was given when the link was made. An empty field keeps it.
  const kept = Object.entries(params).filter(
    ([name]) => isSecretField(name, plan.declared) && !isGiven(fields[name]),
  );
  const values = { ...fields, ...Object.fromEntries(kept) };
  return { ...plan, values: checkCredentials(plan, values, "body") };
}

async function storeFields(scope: Scope, link: OpenLink, plan: ConnectionPlan): Promise<void> {
  const { values } = plan;
  if (plan.redirects) {
    throw new Error("This auth scheme has no form, because its users sign in at the application.");
  }
  const event = { type: "grant_succeeded", purpose: link.purpose } as const;
  assertChanged(await changeAccount(scope, link.account, event, { val: values, params: values }));
  await completeLink(scope, link, "success");
}
