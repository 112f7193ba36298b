import { setTimeout as sleep } from "node:timers/promises";
import { PlatformError } from "../../errors.ts";
import { RefreshIncompleteError, RefreshRefusedError } from "../../oauth/refresh-errors.ts";
import type { TokenSet } from "../../oauth/token-set.ts";
import { inProject, type Platform, type Scope } from "../scope.ts";
import { type CurrentTokens, defaultNeed, findCurrentTokens, type Need } from "./current-tokens.ts";
import {
  acquireRefresh,
  commitRefresh,
  failRefresh,
  type RefreshFailure,
  type RefreshLease,
  refreshLeaseMs,
} from "./refresh-lease.ts";

/** Another process refreshes and did not come to an end in time. */
export class RefreshBusyError extends Error {
  override readonly name = "RefreshBusyError";
}

/**
 * Asks the token endpoint. It must give up when the signal says so.
 *
 * @throws RefreshRefusedError when the grant is refused for good; anything else counts as a failure for now, of which
 *   RefreshIncompleteError brings a refresh token to be kept
 */
export type RefreshCall = (lease: RefreshLease, signal: AbortSignal) => Promise<TokenSet>;

/** Less than the lease, so that what the call brings is stored before another process may begin. */
const callMs = refreshLeaseMs - 5_000;

/** A lease of another process, and then one of our own, fit into it. */
const waitMs = 2 * refreshLeaseMs;

/** Waiters ask again after this time, and hold no connection meanwhile. */
const askAgainMs = 200;

/** Refreshes of tokens for one process. */
export interface TokenRefresher {
  /**
   * The tokens of an account, refreshed first when they are not good enough. However many ask at the same time, in
   * however many processes, the application is asked once.
   *
   * @throws RefreshRefusedError when the application refused; an ACTIVE account is EXPIRED then
   * @throws RefreshBusyError, PlatformError as `acquireRefresh` does, or the error of the call
   */
  getTokens(projectId: string, accountId: string, need?: Partial<Need>): Promise<CurrentTokens>;
}

/** Hears of an account that a refresh ended, in the transaction that ends it: what it writes is there exactly if the account is EXPIRED. */
export type OnExpired = (scope: Scope, accountId: string) => Promise<void>;

/** An account that a refresh has ended, for the log of the process. */
export interface ExpiredAccount {
  readonly projectId: string;
  readonly accountId: string;
  /** `refused`: the application refused the grant for good. `transient`: it failed too often. */
  readonly kind: RefreshFailure["kind"];
  /** The error that reported the application's refusal. */
  readonly error: unknown;
}

/**
 * The refresher of a process.
 *
 * @param reportExpired is called once the account's end is committed
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
      // Needs that differ are not the same question.
      const key = JSON.stringify([projectId, accountId, full]);
      const known = inFlight.get(key);
      if (known !== undefined) {
        return await known;
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
    const step = await inProject(platform, projectId, (scope) =>
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
    // A fifth more or less, so that waiters of several processes do not ask together.
    else {
      await sleep(askAgainMs * (0.8 + 0.4 * Math.random()));
    }
  }
  throw new RefreshBusyError("The tokens are being refreshed elsewhere.");
}

/**
 * Makes the call and stores its end.
 *
 * @returns the tokens, unless the account was changed meanwhile and is to be read again
 */
async function useLease(
  platform: Platform,
  request: Request,
  lease: RefreshLease,
): Promise<CurrentTokens | undefined> {
  const { projectId, accountId, call, onExpired, reportExpired } = request;
  const store = <T>(work: (scope: Scope) => Promise<T>): Promise<T> =>
    inProject(platform, projectId, work);
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

/** Longer than a restart of the database, or its change to another machine, takes. */
const storeMs = 120_000;

/** The pauses between attempts double from the first to the longest. */
const pausesMs = { first: 100, longest: 5_000 };

/**
 * Runs what stores new tokens until it succeeds: with an application that rotates refresh tokens, the account is lost with
 * an answer that is not stored. Callers give up by themselves when they have waited enough.
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
    await sleep(pause * (0.8 + 0.4 * Math.random()));
  }
}
