import type { Schemas } from "../../../base/api-types.ts";
import { addToDatabaseNow } from "../../../base/db/now.ts";
import { hashSha256 } from "../../../base/secrets/hash.ts";
import type { Scope } from "../../scope.ts";
import { selectAccount } from "../connected-accounts/account-rows.ts";
import { openAccounts } from "../connected-accounts/open-account.ts";
import { createConnectionLink } from "./create-connected-account.ts";

/** Milliseconds. A user who gets an existing link needs time to follow it. */
const leastMs = 3 * 60 * 1000;

/** A link, with the data that its user needs. */
export type OpenLinkAddress = Omit<Schemas["CreateLinkResponse"], "expires_at">;

/**
 * Returns the address of a hosted page on which a user connects. If an account of the same user is waiting and its
 * link is valid for some minutes more, that link is used; otherwise a new one is created. An agent calls a tool
 * repeatedly until its user has followed the link, and each call would otherwise leave another account behind. A link that
 * a session made is not used, because it ends with that session.
 *
 * @throws PlatformError as `createConnectionLink` does
 */
export async function openOrCreateLink(
  scope: Scope,
  input: Pick<Schemas["CreateLinkRequest"], "auth_config_id" | "user_id" | "callback_url">,
): Promise<OpenLinkAddress> {
  return (await findOpenLink(scope, input)) ?? (await createConnectionLink(scope, input));
}

async function findOpenLink(
  scope: Scope,
  {
    auth_config_id: authConfigId,
    user_id: userId,
    callback_url: callbackUrl,
  }: Parameters<typeof openOrCreateLink>[1],
) {
  const link = await scope.trx
    .selectFrom("link_tokens as l")
    .innerJoin("connected_accounts as a", (join) =>
      join.onRef("a.project_id", "=", "l.project_id").onRef("a.id", "=", "l.connected_account_id"),
    )
    .select(["l.id", "a.id as account_id"])
    .where("l.project_id", "=", scope.projectId)
    .where("l.purpose", "=", "connect")
    .where("l.outcome", "is", null)
    .where("l.callback_url", "is not distinct from", callbackUrl ?? null)
    .where("l.session_id", "is", null)
    .where("l.expires_at", ">", addToDatabaseNow(leastMs))
    .where("a.auth_config_id", "=", authConfigId)
    .where("a.user_id", "=", userId)
    .where("a.status", "=", "INITIATED")
    .where("a.deleted_at", "is", null)
    .orderBy("l.expires_at", "desc")
    .limit(1)
    .executeTakeFirst();
  const [account] =
    link === undefined ? [] : await openAccounts(scope, selectAccount(scope, link.account_id));
  if (account === undefined || account.authConfig.status !== "ENABLED") {
    return undefined;
  }
  const { redirectUrl: url } = account.openSecrets().val;
  // The table of links has only the hash of the token. The account's secrets contain the address.
  const token = typeof url === "string" ? url.split("/").at(-1) : undefined;
  return token !== undefined && hashSha256(token) === link?.id
    ? { link_token: token, redirect_url: String(url), connected_account_id: account.row.id }
    : undefined;
}
