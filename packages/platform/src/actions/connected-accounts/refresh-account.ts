import { authSchemes } from "../../applications/toolkits/types/auth-schemes.ts";
import type { ConnectionStatus } from "../../base/db/tables.ts";
import { PlatformError } from "../../base/errors.ts";
import { toEgressProxy } from "../../domain/accounts/auth-configs/egress-proxy.ts";
import type { CurrentTokens } from "../../domain/accounts/token-refresh/current-tokens.ts";
import {
  createRefreshLink,
  planRefresh,
} from "../../domain/accounts/token-refresh/plan-refresh.ts";
import { runInProject } from "../../domain/scope.ts";
import { classifyOutsideFailure } from "../outside-failure.ts";
import type { Services } from "../services.ts";
import { assertNotBusy, tryCredentials } from "./try-credentials.ts";

/** An account to refresh. */
export interface AccountRefresh {
  readonly accountId: string;
  /**
   * The address to which the browser goes after the user has signed in again. Default: the account's own callback
   * address.
   */
  readonly redirectUrl?: string | undefined;
  /** True to try the new tokens at the application before they replace the old ones. */
  readonly validateCredentials?: boolean | undefined;
}

/** The account afterwards. */
export interface RefreshedAccount {
  readonly id: string;
  readonly status: ConnectionStatus;
  /** Address of the page on which the user grants access again; null when the account does not need it. */
  readonly redirectUrl: string | null;
}

/** Seconds after which a failing application may be asked again. */
const retryAfterSeconds = 30;

/**
 * Refreshes an account, without its user where possible. Otherwise it creates a page for the user.
 *
 * @throws PlatformError `Server_Unavailable` when the application does not grant tokens now,
 *   `ConnectedAccount_CredentialsRejected`, `Request_RateLimited`, and the errors of `planRefresh` and
 *   `createRefreshLink`
 */
export async function refreshAccount(
  services: Services,
  projectId: string,
  refresh: AccountRefresh,
): Promise<RefreshedAccount> {
  const { accountId } = refresh;
  const { platform, tokens } = services;
  const { kind, version, scheme, proxy } = await runInProject(platform, projectId, (scope) =>
    planRefresh(scope, accountId),
  );
  if (kind === "user") {
    return await askUser(services, projectId, refresh);
  }
  const need = { marginMs: 60_000, refusedVersion: version, revive: true };
  const renewed = await fetchUnlessEnded(() => tokens.getTokens(projectId, accountId, need));
  if (renewed === undefined) {
    if (scheme === undefined || authSchemes[scheme.mode].redirects !== true) {
      throw new PlatformError("ConnectedAccount_CredentialsRejected");
    }
    return await askUser(services, projectId, refresh);
  }
  if (refresh.validateCredentials === true && scheme !== undefined) {
    const credentials = { scheme, values: renewed.val, proxy: toEgressProxy(proxy) };
    const { trial } = await tryCredentials(services, projectId, credentials);
    assertNotBusy(trial);
    if (trial === "refused") {
      throw new PlatformError("ConnectedAccount_CredentialsRejected");
    }
  }
  return { id: accountId, status: "ACTIVE", redirectUrl: null };
}

/** Fetches new tokens; undefined when the application will never grant tokens again without the user. */
async function fetchUnlessEnded(
  getTokens: () => Promise<CurrentTokens>,
): Promise<CurrentTokens | undefined> {
  try {
    return await getTokens();
  } catch (error) {
    const failure = classifyOutsideFailure(error);
    if (failure === undefined) {
      throw error;
    }
    if (failure.kind === "ended") {
      return undefined;
    }
    throw new PlatformError("Server_Unavailable", { cause: error, retryAfterSeconds });
  }
}

/** Creates a page on which the user grants access again. The account keeps its status until then. */
async function askUser(
  { platform }: Services,
  projectId: string,
  { accountId, redirectUrl: target }: AccountRefresh,
): Promise<RefreshedAccount> {
  return await runInProject(platform, projectId, async (scope) => {
    const { url, status } = await createRefreshLink(scope, accountId, target);
    return { id: accountId, status, redirectUrl: url };
  });
}
