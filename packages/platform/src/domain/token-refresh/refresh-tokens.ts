import { setTimeout as sleep } from "node:timers/promises";
import type { Values } from "../masking.ts";
import type { TokenSet } from "../oauth/tokens.ts";
import { inProject, type Platform, type Scope } from "../scope.ts";
import {
  acquireRefresh,
  commitRefresh,
  failRefresh,
  type Need,
  type RefreshLease,
  refreshLeaseMs,
} from "./refresh-lease.ts";

/** The application refused the grant for good (RFC 6749, section 5.2: `invalid_grant`). Thrown by a `RefreshCall`. */
export class RefreshRefusedError extends Error {
  override readonly name = "RefreshRefusedError";
}

/** Another process refreshes and did not come to an end in time. */
export class RefreshBusyError extends Error {
  override readonly name = "RefreshBusyError";
}

/**
 * Asks the token endpoint. It must give up when the signal says so.
 *
 * @throws RefreshRefusedError when the grant is refused for good; anything else counts as a failure for now
 */
export type RefreshCall = (lease: RefreshLease, signal: AbortSignal) => Promise<TokenSet>;

/** The tokens that an account has now. */
export type CurrentTokens = { readonly val: Values; readonly version: number };

/** Less than the lease, so that what the call brings is stored before another process may begin. */
const callMs = refreshLeaseMs - 5_000;

/** A lease of another process, and then one of our own, fit into it. */
const waitMs = 2 * refreshLeaseMs;

/** Waiters ask again after this time, and hold no connection meanwhile. */
const askAgainMs = 200;

/** Refreshes of tokens for one process. */
export type TokenRefresher = {
  /**
   * The tokens of an account, refreshed first when they are not good enough. However many ask at the same time, in
   * however many processes, the application is asked once.
   *
   * @throws RefreshRefusedError when the application refused; an ACTIVE account is EXPIRED then
   * @throws RefreshBusyError, PlatformError as `acquireRefresh` does, or what the call threw
   */
  getTokens(projectId: string, accountId: string, need?: Partial<Need>): Promise<CurrentTokens>;
};

/** A token that ends within a minute could end on its way to the application. */
const defaultNeed: Need = { marginMs: 60_000 };

/** Hears of an account that a refresh ended, in the transaction that ends it: what it writes is there exactly if the account is EXPIRED. */
export type OnExpired = (scope: Scope, accountId: string) => Promise<void>;

/** The refresher of a process. */
export function createTokenRefresher(
  platform: Platform,
  call: RefreshCall,
  onExpired: OnExpired = async () => {},
): TokenRefresher {
  const inFlight = new Map<string, Promise<CurrentTokens>>();
  return {
    getTokens: async (projectId, accountId, need = {}) => {
      const full = { ...defaultNeed, ...need };
      // Needs that differ are not the same question.
      const key = JSON.stringify([projectId, accountId, full]);
      const known = inFlight.get(key);
      if (known !== undefined) return await known;
      const running = refresh(platform, { projectId, accountId, need: full, call, onExpired });
      inFlight.set(key, running);
      try {
        return await running;
      } finally {
        inFlight.delete(key);
      }
    },
  };
}

type Request = {
  readonly projectId: string;
  readonly accountId: string;
  readonly need: Need;
  readonly call: RefreshCall;
  readonly onExpired: OnExpired;
};

async function refresh(platform: Platform, request: Request): Promise<CurrentTokens> {
  const { projectId, accountId } = request;
  const deadline = performance.now() + waitMs;
  let need = request.need;
  while (performance.now() < deadline) {
    const step = await inProject(platform, projectId, (scope) =>
      acquireRefresh(scope, accountId, need),
    );
    if (step.kind === "current") return step;
    const { version } = step.kind === "leased" ? step.lease : step;
    need = { readVersion: version, ...need };
    if (step.kind === "leased") await useLease(platform, request, step.lease);
    // A fifth more or less, so that waiters of several processes do not ask together.
    else await sleep(askAgainMs * (0.8 + 0.4 * Math.random()));
  }
  throw new RefreshBusyError("The tokens are being refreshed elsewhere.");
}

/** Makes the call and stores its end. Then the tokens are read again, by which a change of another is seen. */
async function useLease(platform: Platform, request: Request, lease: RefreshLease): Promise<void> {
  const { projectId, accountId, call, onExpired } = request;
  try {
    const tokens = await call(lease, AbortSignal.timeout(callMs));
    await inProject(platform, projectId, (scope) => commitRefresh(scope, lease, tokens));
  } catch (error) {
    const kind = error instanceof RefreshRefusedError ? "refused" : "transient";
    await inProject(platform, projectId, async (scope) => {
      const { expired } = await failRefresh(scope, lease, kind);
      if (expired) await onExpired(scope, accountId);
    });
    throw error;
  }
}
