import { findLink } from "../../db/lookups.ts";
import { databaseNow } from "../../db/now.ts";
import { PlatformError } from "../../errors.ts";
import { cancelJob } from "../../jobs/enqueue.ts";
import { sha256 } from "../../secrets/hash.ts";
import { type AccountRow, readAccount } from "../connected-accounts/account-rows.ts";
import { openConnection, sealConnection } from "../connected-accounts/connection-secrets.ts";
import { expireKind } from "../connected-accounts/job-kinds.ts";
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

/** A link that was not completed, with its account and auth config. */
export interface OpenLink {
  readonly linkId: string;
  readonly purpose: "connect" | "refresh";
  readonly callbackUrl: string | null;
  readonly expiresAt: Date;
  readonly account: AccountRow;
}

/** A link as stored, completed or not. */
export type StoredLink = OpenLink & { readonly outcome: "success" | "failed" | null };

/** Finds the project of a link; @throws PlatformError `ConnectedAccount_LinkNotFound` */
export async function locateLink(platform: Platform, token: string): Promise<LinkPlace> {
  const linkId = sha256(token);
  const found = isLinkToken(token) ? await findLink(platform.database.unscoped, linkId) : undefined;
  if (found === undefined) {
    throw new PlatformError("ConnectedAccount_LinkNotFound");
  }
  return { projectId: found.projectId, linkId };
}

/**
 * A link within its ten minutes, completed or not.
 *
 * @param lock keeps other completions waiting; taken in the order of `lockForLink`
 * @throws PlatformError `ConnectedAccount_LinkNotFound`
 */
export async function readLink(scope: Scope, linkId: string, lock?: "update"): Promise<StoredLink> {
  if (lock === "update") {
    await lockForLink(scope, linkId);
  }
  const row = await scope.trx
    .selectFrom("link_tokens")
    .selectAll()
    .where("project_id", "=", scope.projectId)
    .where("id", "=", linkId)
    .where("expires_at", ">", databaseNow())
    .$if(lock === "update", (query) => query.forUpdate())
    .executeTakeFirst();
  if (row === undefined) {
    throw new PlatformError("ConnectedAccount_LinkNotFound");
  }
  return {
    linkId,
    purpose: row.purpose,
    callbackUrl: row.callback_url,
    expiresAt: row.expires_at,
    outcome: row.outcome,
    account: await readAccount(scope, row.connected_account_id),
  };
}

/**
 * Locks what completing a link reads and writes: its auth config, then its account. The link itself and its states come
 * after them. Whoever erases a user or deletes an auth config takes the same order (ADR 46).
 */
async function lockForLink(scope: Scope, linkId: string): Promise<void> {
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
    return;
  }
  await trx
    .selectFrom("auth_configs")
    .select("id")
    .where("project_id", "=", projectId)
    .where("id", "=", found.auth_config_id)
    .forShare()
    .execute();
  await trx
    .selectFrom("connected_accounts")
    .select("id")
    .where("project_id", "=", projectId)
    .where("id", "=", found.id)
    .forUpdate()
    .execute();
}

/**
 * A link that can still be completed.
 *
 * @throws PlatformError `ConnectedAccount_LinkNotFound`, `ConnectedAccount_LinkUsed`
 */
export async function readOpenLink(scope: Scope, linkId: string): Promise<OpenLink> {
  const link = await readLink(scope, linkId, "update");
  if (link.outcome !== null) {
    throw new PlatformError("ConnectedAccount_LinkUsed");
  }
  const { effective_status: status, remembered_status: remembered } = link.account;
  const state = { status, remembered };
  const possible = transition(state, { type: "grant_succeeded", purpose: link.purpose });
  // An account that was switched off, or whose time ran out, is not completed by its link any more.
  if (possible.kind === "refused") {
    throw new PlatformError("ConnectedAccount_LinkNotFound");
  }
  return link;
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
  const { projectId } = scope;
  await cancelJob(scope.trx, { projectId, kind: expireKind, uniqueKey: link.account.id });
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
  return { accountId: link.account.id, callbackUrl: link.callbackUrl };
}

/**
 * Stores what an application's address needs before the user can be led to it, such as a subdomain. What was given when
 * the connection began stays as it is.
 *
 * @throws PlatformError `ConnectedAccount_CredentialsMissing`, `Validation_Failed`
 */
export async function storeAddressFields(
  scope: Scope,
  { account }: OpenLink,
  plan: ConnectionPlan,
  fields: Values,
): Promise<void> {
  const { val, params } = await openConnection(scope, account);
  const values = checkCredentials(plan, { ...fields, ...params }, "body");
  if (Object.keys(values).every((name) => Object.hasOwn(params, name))) {
    return;
  }
  const secrets = { val: { ...val, ...values }, params: { ...params, ...values } };
  await scope.trx
    .updateTable("connected_accounts")
    .set((eb) => ({ version: eb("version", "+", 1), updated_at: databaseNow() }))
    .set(await sealConnection(scope, account, secrets))
    .where("project_id", "=", scope.projectId)
    .where("id", "=", account.id)
    .execute();
}

async function planFields(scope: Scope, link: OpenLink, fields: Values): Promise<ConnectionPlan> {
  const plan = await planConnection(scope, link.account.auth_config_id, undefined);
  const { params } = await openConnection(scope, link.account);
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
  const { account } = link;
  const { val, params } = await openConnection(scope, account);
  const { redirectUrl: _, ...kept } = val;
  const secrets = { val: { ...kept, ...values }, params: { ...params, ...values } };
  await scope.trx
    .updateTable("connected_accounts")
    .set((eb) => ({
      status: "ACTIVE",
      status_reason: null,
      waits_until: null,
      version: eb("version", "+", 1),
      updated_at: databaseNow(),
    }))
    .set(await sealConnection(scope, account, secrets))
    .where("project_id", "=", scope.projectId)
    .where("id", "=", account.id)
    .execute();
  await completeLink(scope, link, "success");
}
