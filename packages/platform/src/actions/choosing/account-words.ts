import type { ConnectionStatus } from "../../db/tables.ts";
import type { ErrorWords } from "../../errors.ts";

type Waiting = Exclude<ConnectionStatus, "ACTIVE">;

/**
 * For each status, the reason why the account cannot be used (as the end of a sentence) and how to make the account
 * ACTIVE.
 */
const words: Readonly<Record<Waiting, { why: string; fix: (account: string) => string }>> = {
  INITIALIZING: { why: "its connection has just begun", fix: () => wait },
  INITIATED: { why: "its user has not completed the connection", fix: () => wait },
  FAILED: { why: "the application refused the connection", fix: refresh },
  EXPIRED: { why: "its credentials no longer work", fix: refresh },
  INACTIVE: {
    why: "it was switched off",
    fix: (account) => `Switch it on: PATCH ${account}/status with {"enabled": true}.`,
  },
};

const wait =
  "Let the user complete the connection at `redirect_url`, and try again when the account is ACTIVE.";

function refresh(account: string): string {
  return `Refresh it: POST ${account}/refresh. If that does not help, connect the user again.`;
}

/** The message for a named account that cannot be used. */
export function describeInactiveAccount(id: string, status: Waiting): ErrorWords {
  const { why, fix } = words[status];
  return {
    message: `The connected account ${id} is ${status}: ${why}.`,
    suggestedFix: fix(`/api/v3/connected_accounts/${id}`),
  };
}

/** The message for a user without an ACTIVE account of the toolkit. `id` is the user's newest account. */
export function describeNoActiveAccount(id: string, status: Waiting): ErrorWords {
  const { why, fix } = words[status];
  return {
    message: `The user has no ACTIVE account of this toolkit. The newest, ${id}, is ${status}: ${why}.`,
    suggestedFix: fix(`/api/v3/connected_accounts/${id}`),
  };
}
