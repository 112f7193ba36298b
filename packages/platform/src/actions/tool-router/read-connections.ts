import type { Schemas } from "../../base/api-types.ts";
import { selectAccount } from "../../domain/accounts/connected-accounts/account-rows.ts";
import { openAccounts } from "../../domain/accounts/connected-accounts/open-account.ts";
import {
  readSessionAccounts,
  type SessionAccount,
} from "../../domain/agents/tool-router/session-accounts.ts";
import { createSessionRules } from "../../domain/agents/tool-router/session-rules.ts";
import type { Session } from "../../domain/agents/tool-router/sessions.ts";
import { runInProject, type Scope } from "../../domain/scope.ts";
import type { ActionCaller, Services } from "../services.ts";

type Connection = Schemas["ManagedConnection"];

/** Reads the connections of a session's user, in the order of `toolkits`. It does not start any. */
export async function readConnections(
  services: Services,
  caller: ActionCaller,
  { config }: Session,
  toolkits: readonly string[],
): Promise<readonly Connection[]> {
  const { allowsToolkit } = createSessionRules(config);
  return await runInProject(services.platform, caller, async (scope) => {
    const accounts = await readSessionAccounts(scope, config);
    const connections: Connection[] = [];
    for (const slug of toolkits) {
      const toolkit = scope.catalog.findToolkit(slug);
      if (toolkit === undefined || !allowsToolkit(slug)) {
        connections.push(
          reportFailedConnection(slug, null, "The session has no toolkit with this slug."),
        );
      } else if (toolkit.record.no_auth) {
        connections.push({ ...reportFailedConnection(slug, null, null), status: "active" });
      } else {
        connections.push(await toConnection(scope, slug, accounts.get(slug)));
      }
    }
    return connections;
  });
}

async function toConnection(
  scope: Scope,
  slug: string,
  account: SessionAccount | undefined,
): Promise<Connection> {
  const retry = "Start a new connection with PLATFORM_MANAGE_CONNECTIONS.";
  if (account === undefined) {
    return reportFailedConnection(slug, null, `The user has no connection. ${retry}`);
  }
  switch (account.status) {
    case "ACTIVE":
      return { ...reportFailedConnection(slug, account.id, null), status: "active" };
    case "INITIALIZING":
    case "INITIATED": {
      const url = await readLinkAddress(scope, account.id);
      return {
        ...reportFailedConnection(slug, account.id, null),
        status: "initiated",
        redirect_url: url,
      };
    }
    default:
      return reportFailedConnection(slug, account.id, `${reasons[account.status]} ${retry}`);
  }
}

const reasons = {
  FAILED: "The application refused the connection, or the user declined it.",
  EXPIRED: "The user did not complete the connection in time, or its credentials no longer work.",
  INACTIVE: "The connection was switched off.",
} as const;

function reportFailedConnection(
  toolkit: string,
  accountId: string | null,
  error: string | null,
): Connection {
  return {
    toolkit,
    status: "failed",
    connected_account_id: accountId,
    redirect_url: null,
    error,
  };
}

/** The address of the page on which an account waits for its user. */
async function readLinkAddress(scope: Scope, accountId: string): Promise<string | null> {
  const [account] = await openAccounts(scope, selectAccount(scope, accountId));
  const url = account === undefined ? undefined : account.openSecrets().val.redirectUrl;
  return typeof url === "string" ? url : null;
}
