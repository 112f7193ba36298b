import { describeIdentity } from "../../applications/oauth/identity.ts";
import type { ConnectionStatus } from "../../base/db/tables.ts";
import type { ErrorWords } from "../../base/errors.ts";
import { openForList } from "../../base/secrets/open-for-list.ts";
import type { OpenedAccount } from "../../domain/accounts/connected-accounts/open-account.ts";

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

/** The fix for a call that named an account which it may not use. */
export const nameAnother = "Leave the account out, or name another one by its alias or its id.";

/** The message for an alias that no account of the user has. */
export function describeUnknownAlias(toolkitSlug: string, alias: string): ErrorWords {
  return {
    message: `The user has no account of ${toolkitSlug} with the alias ${JSON.stringify(alias)}.`,
    suggestedFix: nameAnother,
  };
}

/** The message for an agent that could mean each of several accounts. */
export function describeSeveralAccounts(
  toolkitSlug: string,
  accounts: readonly OpenedAccount[],
): ErrorWords {
  const names = accounts.map(({ row, openSecrets }) => {
    const known = describeIdentity(openForList(openSecrets)?.identity);
    const about = [row.id, ...(known === undefined ? [] : [known])].join(", ");
    return row.alias === null ? `${about} (no alias)` : `${JSON.stringify(row.alias)} (${about})`;
  });
  return {
    message: `The user has several ACTIVE accounts of ${toolkitSlug}: ${names.join("; ")}.`,
    suggestedFix: "Name the account in `account`, by its alias or its id.",
  };
}
