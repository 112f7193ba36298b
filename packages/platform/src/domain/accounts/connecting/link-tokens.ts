import { addToDatabaseNow } from "../../../base/db/now.ts";
import { createBearerId } from "../../../base/ids.ts";
import { hashSha256 } from "../../../base/secrets/hash.ts";
import type { Scope } from "../../scope.ts";

/** Milliseconds that a user has to complete a connection (docs/decisions.md §6). */
export const linkMs: number = 10 * 60 * 1000;

/** A new token, and the address of the hosted page with it. Both are secrets. */
export interface LinkAddress {
  readonly token: string;
  readonly url: string;
}

/** A new link. */
export type NewLink = LinkAddress & { readonly expiresAt: Date };

/** The account that a link completes, and the purpose of the link. */
export interface LinkTarget {
  readonly accountId: string;
  readonly purpose: "connect" | "refresh";
  readonly callbackUrl: string | null;
  /** The session that makes the link, as its row names it. The link ends with it. */
  readonly sessionId?: string | undefined;
}

/** Creates a link that is not stored yet. */
export function createLinkAddress(baseUrl: string): LinkAddress {
  const token = createBearerId("lk");
  return { token, url: `${baseUrl}/link/${token}` };
}

/** Stores a link for `linkMs`. The database holds only the token's hash. */
export async function storeLink(
  scope: Scope,
  address: LinkAddress,
  target: LinkTarget,
): Promise<NewLink> {
  const row = await scope.trx
    .insertInto("link_tokens")
    .values({
      project_id: scope.projectId,
      id: hashSha256(address.token),
      connected_account_id: target.accountId,
      purpose: target.purpose,
      callback_url: target.callbackUrl,
      session_id: target.sessionId ?? null,
      expires_at: addToDatabaseNow(linkMs),
    })
    .returning("expires_at")
    .executeTakeFirstOrThrow();
  return { ...address, expiresAt: row.expires_at };
}

/** True when a string has the form of a link token. Other texts are not looked up. */
export function isLinkToken(text: string): boolean {
  return /^lk_[A-Za-z0-9_-]{22,64}$/.test(text);
}
