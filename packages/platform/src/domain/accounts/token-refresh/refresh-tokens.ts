import { setTimeout as sleep } from "node:timers/promises";
import {
  RefreshIncompleteError,
  RefreshRefusedError,
} from "../../../applications/oauth/refresh-errors.ts";
import type { TokenSet } from "../../../applications/oauth/token-set.ts";
import { PlatformError } from "../../../base/errors.ts";
import { waitOutside } from "../../../base/sharing/fairness/work.ts";
import { type Platform, runInProject, type Scope } from "../../scope.ts";
import { type CurrentTokens, defaultNeed, findCurrentTokens, type Need } from "./current-tokens.ts";
import {
  acquireRefresh,
  commitRefresh,
  failRefresh,
  type RefreshFailure,
  type RefreshLease,
  refreshLeaseMs,
} from "./refresh-lease.ts";

/** Another process is refreshing and has not finished in time. */
export class RefreshBusyError extends Error {
  override readonly name = "RefreshBusyError";
}

/**
 * Asks the token endpoint. The call must end when the signal aborts.
 *
 * @throws RefreshRefusedError when the grant is refused permanently. Any other error is a temporary failure;
 *   RefreshIncompleteError carries a refresh token to store
 */
export type RefreshCall = (lease: RefreshLease, signal: AbortSignal) => Promise<TokenSet>;

/** Milliseconds. Shorter than the lease, so that the result is stored before another process may begin. */
const callMs = refreshLeaseMs - 5_000;

/** Milliseconds; enough for a lease of another process followed by our own. */
const waitMs = 2 * refreshLeaseMs;

/** Milliseconds after which waiting callers ask again. They hold no connection in the meantime. */
const askAgainMs = 200;

/** Refreshes of tokens for one process. */
export interface TokenRefresher {
  /**
   * Returns the tokens of an account, and refreshes them first if they are not good enough. However many callers ask
   * at the same time, in however many processes, the application is asked once.
   *
   * @throws RefreshRefusedError when the application refused; an ACTIVE account is then EXPIRED
   * @throws RefreshBusyError, PlatformError as `acquireRefresh` does, or the error of the call
   */
  getTokens(projectId: string, accountId: string, need?: Partial<Need>): Promise<CurrentTokens>;
}

/**
 * Called with an account that a failed refresh has expired, in the same transaction. Its writes are committed if and
 * only if the account becomes EXPIRED.
 */
export type OnExpired = (scope: Scope, accountId: string) => Promise<void>;

/** An account that expired because of a failed refresh, for the log of the process. */
export interface ExpiredAccount {
  readonly projectId: string;
  readonly accountId: string;
  /** `refused`: the application refused the grant permanently. `transient`: it failed too often. */
  readonly kind: RefreshFailure["kind"];
  /** The error that reported the application's refusal. */
  readonly error: unknown;
}

/**
 * Creates the refresher of a process.
 *
 * @param reportExpired called once the expiry of an account is committed
 */
export function createTokenRefresher(
  platform: Platform,
  call: RefreshCall,
  onExpired: OnExpired = async () => {},
  reportExpired: (account: ExpiredAccount) => void = () => {},
): TokenRefresher {
  const inFlight = new Map<string, Promise<CurrentTokens>>();
  return {
    getTokens: async (projectId, accountId, need = {}) => {
      const full = { ...defaultNeed, ...need };
      // Calls with different needs must not share a result.
      const key = JSON.stringify([projectId, accountId, full]);
      const known = inFlight.get(key);
      if (known !== undefined) {
        // The call that refreshes may need the place of this one to go on.
        return await waitOutside(() => known);
      }
      const running = refresh(platform, {
        projectId,
        accountId,
        need: full,
        call,
        onExpired,
        reportExpired,
      });
      inFlight.set(key, running);
      try {
        return await running;
      } finally {
        inFlight.delete(key);
      }
    },
  };
}

interface Request {
  readonly projectId: string;
  readonly accountId: string;
  readonly need: Need;
  readonly call: RefreshCall;
  readonly onExpired: OnExpired;
  readonly reportExpired: (account: ExpiredAccount) => void;
}

async function refresh(platform: Platform, request: Request): Promise<CurrentTokens> {
  const { projectId, accountId } = request;
  const deadline = performance.now() + waitMs;
  let need = request.need;
  while (performance.now() < deadline) {
    const step = await runInProject(platform, projectId, (scope) =>
      acquireRefresh(scope, accountId, need),
    );
    if (step.kind === "current") {
      return step.tokens;
    }
    const { version } = step.kind === "leased" ? step.lease : step;
    need = { readVersion: version, ...need };
    if (step.kind === "leased") {
      const tokens = await useLease(platform, request, step.lease);
      if (tokens !== undefined) {
        return tokens;
      }
    }
    // Varies by a fifth, so that waiting callers of several processes do not ask together.
    else {
      await waitOutside(() => sleep(askAgainMs * (0.8 + 0.4 * Math.random())));
    }
  }
  throw new RefreshBusyError("The tokens are being refreshed elsewhere.");
}

/**
 * Makes the call and stores its outcome.
 *
 * @returns the tokens; undefined when the account was changed meanwhile and has to be read again
 */
async function useLease(
  platform: Platform,
  request: Request,
  lease: RefreshLease,
): Promise<CurrentTokens | undefined> {
  const { projectId, accountId, call, onExpired, reportExpired } = request;
  const store = <T>(work: (scope: Scope) => Promise<T>): Promise<T> =>
    runInProject(platform, projectId, work);
  let tokens: TokenSet;
  try {
    tokens = await call(lease, AbortSignal.timeout(callMs));
  } catch (error) {
    const failure = toFailure(error);
    let hasExpired = false;
    const note = (): Promise<void> =>
      store(async (scope) => {
        const { expired } = await failRefresh(scope, lease, failure);
        if (expired) {
          await onExpired(scope, accountId);
        }
        hasExpired = expired;
      });
    await (failure.refreshToken === undefined ? note() : keepTrying(note));
    if (hasExpired) {
      reportExpired({ projectId, accountId, kind: failure.kind, error });
    }
    throw error instanceof RefreshIncompleteError ? error.cause : error;
  }
  const need = { ...request.need, readVersion: lease.version };
  return await keepTrying(() =>
    store(async (scope) => {
      const account = await commitRefresh(scope, lease, tokens);
      return account && (await findCurrentTokens(account, need));
    }),
  );
}

function toFailure(error: unknown): RefreshFailure {
  if (error instanceof RefreshIncompleteError) {
    return { kind: "transient", refreshToken: error.refreshToken };
  }
  return { kind: error instanceof RefreshRefusedError ? "refused" : "transient" };
}

/** Milliseconds; longer than a restart of the database, or its move to another machine, takes. */
const storeMs = 120_000;

/** Milliseconds between attempts. The pause doubles from the first to the longest. */
const pausesMs = { first: 100, longest: 5_000 };

/**
 * Runs the function that stores new tokens until it succeeds. If an application rotates refresh tokens, an account is
 * lost when its new token is not stored. Callers stop waiting by themselves after their own time limit.
 *
 * @throws PlatformError at once, or the last error when the time is over
 */
async function keepTrying<T>(work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + storeMs;
  for (let pause = pausesMs.first; ; pause = Math.min(pause * 2, pausesMs.longest)) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof PlatformError || performance.now() + pause > deadline) {
        throw error;
      }
    }
    await waitOutside(() => sleep(pause * (0.8 + 0.4 * Math.random())));
  }
}
