/** An unfinished connection whose time is up becomes EXPIRED. Payload: the account's `id`. */
export const expireKind = "connected_account.expire";

/** A token is refreshed ahead of its end. Payload: the account's `id`. */
export const refreshKind = "connected_account.refresh";

/** The tokens of a deleted account are revoked at the application. Payload: the `id` of the row in `revocations`. */
export const revokeKind = "connected_account.revoke";
