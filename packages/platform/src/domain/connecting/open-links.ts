import type { Schemas } from "../../api-types.ts";
import { databaseNowPlus } from "../../db/now.ts";
import { sha256 } from "../../secrets/hash.ts";
import { selectAccount } from "../connected-accounts/account-rows.ts";
import { openAccounts } from "../connected-accounts/open-account.ts";
import type { Scope } from "../scope.ts";
import { createConnectionLink } from "./create-connected-account.ts";

/** A person who gets a link that was made before needs time to follow it. */
const leastMs = 3 * 60 * 1000;

/** A link as its user needs it. */
export type OpenLinkAddress = Omit<Schemas["CreateLinkResponse"], "expires_at">;

/**
 * The address of a hosted page where a user connects: that of an account which waits for the same user, if its link is good for
 * some minutes more, else a new one. An agent calls a tool again and again until its user has followed the link, and each call
 * would leave one more account behind.
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
    .where("l.expires_at", ">", databaseNowPlus(leastMs))
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
  const { redirectUrl: url } = (await account.secrets()).val;
  // The table of links has the hash of the token alone; the account keeps the address for its owner.
  const token = typeof url === "string" ? url.split("/").at(-1) : undefined;
  return token !== undefined && sha256(token) === link?.id
    ? { link_token: token, redirect_url: String(url), connected_account_id: account.row.id }
    : undefined;
}
