import { type Kysely, type Selectable, sql } from "kysely";
import { readDatabaseNow } from "../../../base/db/now.ts";
import type { Tables } from "../../../base/db/tables.ts";
import { PlatformError } from "../../../base/errors.ts";
import { hashSha256 } from "../../../base/secrets/hash.ts";
import type { Platform, Scope } from "../../scope.ts";
import { selectAccount, toAccountState } from "../connected-accounts/account-rows.ts";
import {
  type LockedAccount,
  lockAccounts,
  type OpenedAccount,
  openAccounts,
} from "../connected-accounts/open-account.ts";
import { findTransition } from "../connected-accounts/transitions.ts";
import { isLinkToken } from "./link-tokens.ts";

/** The project and account of a link, with which `GET /link/{token}` and `POST /link/{token}` open their scope. */
export interface LinkPlace {
  readonly projectId: string;
  readonly linkId: string;
}

/** The end of a link. `unchecked`: the credentials are stored, and nothing could check them. */
export type LinkOutcome = NonNullable<Tables["link_tokens"]["outcome"]>;

/** A stored link with its account, completed or not. */
export interface StoredLink {
  readonly linkId: string;
  readonly purpose: "connect" | "refresh";
  readonly callbackUrl: string | null;
  readonly expiresAt: Date;
  readonly outcome: LinkOutcome | null;
  readonly account: OpenedAccount;
}

/** A link that is not completed. The link and its account are locked. */
export interface OpenLink extends StoredLink {
  readonly outcome: null;
  readonly account: LockedAccount;
}

/** Finds the project of a link; @throws PlatformError `ConnectedAccount_LinkNotFound` */
export async function locateLink(platform: Platform, token: string): Promise<LinkPlace> {
  const linkId = hashSha256(token);
  const found = isLinkToken(token) ? await findLink(platform.database.unscoped, linkId) : undefined;
  if (found === undefined) {
    throw new PlatformError("ConnectedAccount_LinkNotFound");
  }
  return { projectId: found.projectId, linkId };
}

/** Reads a link within its ten minutes, completed or not; @throws PlatformError `ConnectedAccount_LinkNotFound` */
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
 * Reads a link that can still be completed, and locks it until the transaction ends. Locks are taken in the order of
 * ADR 46: the auth config, the account, the link; its states follow.
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
  // A link cannot complete an account that was switched off, or whose time has run out.
  if (findTransition(toAccountState(account.row), event).kind === "refused") {
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
    .where("expires_at", ">", readDatabaseNow());
}

function toLink(row: Selectable<Tables["link_tokens"]>): Omit<StoredLink, "account"> {
  const { id: linkId, purpose, callback_url: callbackUrl, expires_at: expiresAt, outcome } = row;
  return { linkId, purpose, callbackUrl, expiresAt, outcome };
}

/** Stores the outcome of a link, which then cannot be completed again. */
export async function completeLink(
  scope: Scope,
  link: OpenLink,
  outcome: LinkOutcome,
): Promise<void> {
  await scope.trx
    .updateTable("link_tokens")
    .set({ completed_at: readDatabaseNow(), outcome })
    .where("project_id", "=", scope.projectId)
    .where("id", "=", link.linkId)
    .execute();
}

/** Finds the project and account of a link by the SHA-256 of its token (hexadecimal). */
async function findLink(
  unscoped: Kysely<Tables>,
  hash: string,
): Promise<{ readonly projectId: string; readonly connectedAccountId: string } | undefined> {
  const found = await sql<{
    project_id: string;
    connected_account_id: string;
  }>`select * from find_link(${hash})`.execute(unscoped);
  const row = found.rows[0];
  return row && { projectId: row.project_id, connectedAccountId: row.connected_account_id };
}
