import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { Database } from "../../base/db/opening/open-database.ts";
import { PlatformError } from "../../base/errors.ts";

/** The numbers for the headers `RateLimit` and `RateLimit-Policy` of an admitted request. */
export interface RateState {
  readonly limit: number;
  /** Remaining requests in this window, as far as this process knows. */
  readonly remaining: number;
  /** Whole seconds until the window ends. */
  readonly resetSeconds: number;
  readonly windowSeconds: number;
}

/** A limit over all processes. */
export interface RateLimiter {
  /**
   * Counts a request of a subject: a project, an organization or an address.
   *
   * @throws PlatformError `Request_RateLimited` with the seconds until the window ends
   */
  take(subject: string): Promise<RateState>;
  /**
   * Neither counts a request nor asks the database.
   *
   * @throws PlatformError `Request_RateLimited` when this process knows that the window is used up
   */
  assertLeft(subject: string): void;
}

/** A part of the limit that this process may grant by itself until the window ends. */
interface Block {
  left: number;
  elsewhere: number;
  until: number;
}

/**
 * A process takes a twentieth of the limit at a time, so it asks the database at most twenty times in each window.
 * Requests that it does not grant are lost to other processes until the window ends. With many processes the limit is
 * therefore reached early, but never late.
 */
const blocksPerWindow = 20;

/**
 * The number of subjects that a process remembers. With more, it forgets the one that asked the longest time ago with its unused
 * block, and asks the database again.
 */
const mostSubjects = 50_000;

/** Creates a limiter. Windows begin at whole multiples of their length, by the database's clock. */
export function createRateLimiter(
  database: Database,
  settings: { readonly limit: number; readonly windowMs?: number },
): RateLimiter {
  const { limit, windowMs = 60_000 } = settings;
  const wanted = Math.max(1, Math.ceil(limit / blocksPerWindow));
  const blocks = new LRUCache<string, Block>({ max: mostSubjects });
  const asking = new Map<string, Promise<Block>>();

  const ask = async (subject: string): Promise<Block> => {
    const leased = await sql<{ granted: number; used: number; resets_in_ms: number }>`
      select * from lease_rate_tokens(${subject}, ${wanted}::integer, ${limit}::integer, ${windowMs}::integer)`.execute(
      database.unscoped,
    );
    const row = leased.rows[0] ?? { granted: 0, used: limit, resets_in_ms: windowMs };
    const block = {
      left: row.granted,
      elsewhere: Math.max(0, limit - row.used),
      until: performance.now() + row.resets_in_ms,
    };
    blocks.set(subject, block);
    return block;
  };
  /** Requests that arrive while the database is being asked wait for the same result. */
  const askOnce = async (subject: string): Promise<Block> => {
    const known = asking.get(subject);
    if (known !== undefined) {
      return await known;
    }
    const running = ask(subject).finally(() => asking.delete(subject));
    asking.set(subject, running);
    return await running;
  };

  return {
    assertLeft: (subject) => {
      const known = blocks.get(subject);
      const isCurrent = known !== undefined && known.until > performance.now();
      if (isCurrent && known.left === 0 && known.elsewhere === 0) {
        refuse(known);
      }
    },
    take: async (subject) => {
      for (;;) {
        const known = blocks.get(subject);
        const isCurrent = known !== undefined && known.until > performance.now();
        if (isCurrent && known.left > 0) {
          known.left -= 1;
          return toState(known, limit, windowMs);
        }
        // The last block was empty, so the window is used up. Do not ask the database again.
        if (isCurrent && known.elsewhere === 0) {
          refuse(known);
        }
        await askOnce(subject);
      }
    },
  };
}

function refuse(block: Block): never {
  const seconds = Math.max(1, Math.ceil((block.until - performance.now()) / 1000));
  throw new PlatformError("Request_RateLimited", { retryAfterSeconds: seconds });
}

function toState(block: Block, limit: number, windowMs: number): RateState {
  return {
    limit,
    remaining: block.left + block.elsewhere,
    resetSeconds: Math.max(0, Math.ceil((block.until - performance.now()) / 1000)),
    windowSeconds: Math.round(windowMs / 1000),
  };
}
