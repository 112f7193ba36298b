/** Sets an unfinished connection to EXPIRED when its time is up. Payload: the account's `id`. */
export const expireKind = "connected_account.expire";

/** Refreshes a token before it expires. Payload: the account's `id`. */
export const refreshKind = "connected_account.refresh";

/** Revokes the tokens of a deleted account at the application. Payload: the `id` of the row in `revocations`. */
export const revokeKind = "connected_account.revoke";
