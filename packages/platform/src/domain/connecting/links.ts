import type { Selectable } from "kysely";
import { findLink } from "../../db/lookups.ts";
import { databaseNow } from "../../db/now.ts";
import type { Tables } from "../../db/tables.ts";
import { PlatformError } from "../../errors.ts";
import { sha256 } from "../../secrets/hash.ts";
import { selectAccount, stateOf } from "../connected-accounts/account-rows.ts";
import { assertChanged, changeAccount } from "../connected-accounts/change-account.ts";
import {
  type LockedAccount,
  lockAccounts,
  type OpenedAccount,
  openAccounts,
} from "../connected-accounts/open-account.ts";
import {
  type ConnectionPlan,
  checkCredentials,
  planConnection,
} from "../connected-accounts/plan-connection.ts";
import { transition } from "../connected-accounts/transitions.ts";
import { isGiven } from "../fields/fields.ts";
import { isSecretField, type Values } from "../fields/masking.ts";
import type { Platform, Scope } from "../scope.ts";
import { isLinkToken } from "./link-tokens.ts";

/** Where a link leads: what `GET /link/{token}` and `POST /link/{token}` open their scope with. */
export interface LinkPlace {
  readonly projectId: string;
  readonly linkId: string;
}

/** A link as stored, completed or not, with its account. */
export interface StoredLink {
  readonly linkId: string;
  readonly purpose: "connect" | "refresh";
  readonly callbackUrl: string | null;
  readonly expiresAt: Date;
  readonly outcome: "success" | "failed" | null;
  readonly account: OpenedAccount;
}

/** A link that was not completed. It and its account are locked. */
export interface OpenLink extends StoredLink {
  readonly outcome: null;
  readonly account: LockedAccount;
}

/** Finds the project of a link; @throws PlatformError `ConnectedAccount_LinkNotFound` */
export async function locateLink(platform: Platform, token: string): Promise<LinkPlace> {
  const linkId = sha256(token);
  const found = isLinkToken(token) ? await findLink(platform.database.unscoped, linkId) : undefined;
  if (found === undefined) {
    throw new PlatformError("ConnectedAccount_LinkNotFound");
  }
  return { projectId: found.projectId, linkId };
}

/** A link within its ten minutes, completed or not; @throws PlatformError `ConnectedAccount_LinkNotFound` */
export async function readLink(scope: Scope, linkId: string): Promise<StoredLink> {
  const row = await selectLink(scope, linkId).executeTakeFirst();
  const [account] =
    row === undefined
      ? []
      : await openAccounts(scope, selectAccount(scope, row.connected_account_id));
  if (row === undefined || account === undefined) {
    throw new PlatformError("ConnectedAccount_LinkNotFound");
  }
  return { ...toLink(row), account };
}

/**
 * A link that can still be completed, by nobody else until the transaction ends. Locks are taken in the order of ADR 46:
 * the auth config, the account, the link; its states come after them.
 *
 * @throws PlatformError `ConnectedAccount_LinkNotFound`, `ConnectedAccount_LinkUsed`
 */
export async function readOpenLink(scope: Scope, linkId: string): Promise<OpenLink> {
  const account = await lockForLink(scope, linkId);
  const row = account && (await selectLink(scope, linkId).forUpdate().executeTakeFirst());
  if (account === undefined || row === undefined) {
    throw new PlatformError("ConnectedAccount_LinkNotFound");
  }
  const { outcome, ...link } = toLink(row);
  if (outcome !== null) {
    throw new PlatformError("ConnectedAccount_LinkUsed");
  }
  const event = { type: "grant_succeeded", purpose: link.purpose } as const;
  // An account that was switched off, or whose time ran out, is not completed by its link any more.
  if (transition(stateOf(account.row), event).kind === "refused") {
    throw new PlatformError("ConnectedAccount_LinkNotFound");
  }
  return { ...link, outcome, account };
}

/** Locks the auth config of a link's account, then the account. */
async function lockForLink(scope: Scope, linkId: string): Promise<LockedAccount | undefined> {
  const { trx, projectId } = scope;
  const found = await trx
    .selectFrom("link_tokens as l")
    .innerJoin("connected_accounts as a", (join) =>
      join.onRef("a.project_id", "=", "l.project_id").onRef("a.id", "=", "l.connected_account_id"),
    )
    .select(["a.id", "a.auth_config_id"])
    .where("l.project_id", "=", projectId)
    .where("l.id", "=", linkId)
    .executeTakeFirst();
  if (found === undefined) {
    return undefined;
  }
  await trx
    .selectFrom("auth_configs")
    .select("id")
    .where("project_id", "=", projectId)
    .where("id", "=", found.auth_config_id)
    .forShare()
    .execute();
  const [account] = await lockAccounts(scope, selectAccount(scope, found.id));
  return account;
}

function selectLink({ trx, projectId }: Scope, linkId: string) {
  return trx
    .selectFrom("link_tokens")
    .selectAll()
    .where("project_id", "=", projectId)
    .where("id", "=", linkId)
    .where("expires_at", ">", databaseNow());
}

function toLink(row: Selectable<Tables["link_tokens"]>): Omit<StoredLink, "account"> {
  const { id: linkId, purpose, callback_url: callbackUrl, expires_at: expiresAt, outcome } = row;
  return { linkId, purpose, callbackUrl, expiresAt, outcome };
}

/** Notes how a link ended. It cannot be completed again. */
export async function completeLink(
  scope: Scope,
  link: OpenLink,
  outcome: "success" | "failed",
): Promise<void> {
  await scope.trx
    .updateTable("link_tokens")
    .set({ completed_at: databaseNow(), outcome })
    .where("project_id", "=", scope.projectId)
    .where("id", "=", link.linkId)
    .execute();
}

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
 * Stores what an application's address needs before the user can be led to it, such as a subdomain. What was given when
 * the connection began stays as it is.
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
  const { params } = await account.secrets();
  const values = checkCredentials(plan, { ...fields, ...params }, "body");
  if (Object.keys(values).every((name) => Object.hasOwn(params, name))) {
    return account;
  }
  const added = { val: values, params: values };
  return assertChanged(await changeAccount(scope, account, { type: "credentials_changed" }, added));
}

async function planFields(scope: Scope, link: OpenLink, fields: Values): Promise<ConnectionPlan> {
  const plan = await planConnection(scope, link.account.row.auth_config_id, undefined);
  const { params } = await link.account.secrets();
  // The page never shows a secret that was given when the link was made; left empty, it stays.
  const kept = Object.entries(params).filter(
    ([name]) => isSecretField(name, plan.declared) && !isGiven(fields[name]),
  );
  const values = { ...fields, ...Object.fromEntries(kept) };
  return { ...plan, values: checkCredentials(plan, values, "body") };
}

async function storeFields(scope: Scope, link: OpenLink, plan: ConnectionPlan): Promise<void> {
  const { values } = plan;
  if (plan.redirects) {
    throw new Error("This scheme is completed at the application.");
  }
  const event = { type: "grant_succeeded", purpose: link.purpose } as const;
  assertChanged(await changeAccount(scope, link.account, event, { val: values, params: values }));
  await completeLink(scope, link, "success");
}
