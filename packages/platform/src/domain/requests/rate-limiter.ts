import { sql } from "kysely";
import type { Database } from "../../db/opening/open-database.ts";
import { PlatformError } from "../../errors.ts";

/** The numbers in `RateLimit` and `RateLimit-Policy` of a request that was let through. */
export interface RateState {
  readonly limit: number;
  /** Requests that are left in this window, as far as this process knows. */
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
   * Counts nothing and asks nobody.
   *
   * @throws PlatformError `Request_RateLimited` when this process knows that the window is used up
   */
  assertLeft(subject: string): void;
}

/** A part of the limit that this process may hand out by itself until the window ends. */
interface Block {
  left: number;
  elsewhere: number;
  until: number;
}

/**
 * A process takes a twentieth of the limit at a time, so that it asks the database twenty times a window at most. Requests
 * that it does not hand out are lost to the others until the window ends: with many processes the limit is reached early by
 * as much as that, never late.
 */
const blocksPerWindow = 20;

/** Subjects that are remembered; beyond it all are asked for again, which loses the blocks that were not used up. */
const mostSubjects = 50_000;

/** A limiter with windows that begin at whole multiples of their length, by the database's clock. */
export function createRateLimiter(
  database: Database,
  settings: { readonly limit: number; readonly windowMs?: number },
): RateLimiter {
  const { limit, windowMs = 60_000 } = settings;
  const wanted = Math.max(1, Math.ceil(limit / blocksPerWindow));
  const blocks = new Map<string, Block>();
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
    if (blocks.size >= mostSubjects) {
      blocks.clear();
    }
    blocks.set(subject, block);
    return block;
  };
  /** Requests that arrive while the database is asked wait for the same answer. */
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
        // Nothing was granted: the window is used up, and the database need not hear of it again.
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
