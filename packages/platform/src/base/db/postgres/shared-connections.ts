import type { Pool, PoolClient } from "pg";
import { type SendShort, sendOnce } from "./short-transaction.ts";
import { type StatementResult, sendGroup } from "./statement-group.ts";

/**
 * The number of transactions that wait on one connection. PostgreSQL answers them one after the other, so the last one
 * waits for all of them.
 */
const mostWaiting = 10;

/** The number of shared connections. With one for each processor of a small database, none waits for another. */
const mostShared = 2;

/** After so many transactions a connection goes back to the pool, because others may wait there for one. */
const mostSent = 100;

interface SharedConnection {
  readonly client: Promise<PoolClient>;
  waiting: number;
  sent: number;
}

/**
 * Sends short transactions that only read on connections on which others are under way. Transactions of one turn of the event
 * loop leave in one packet. Each has its own `Sync`, so it is answered before the next one is run. When each shared connection has
 * enough transactions, the next one takes a connection of its own.
 */
export function shareConnections(pool: Pool): SendShort {
  const open: SharedConnection[] = [];
  const find = (): SharedConnection | undefined => {
    const found = open.find(({ waiting }) => waiting < mostWaiting);
    if (found !== undefined || open.length >= mostShared) {
      return found;
    }
    const opened = { client: pool.connect(), waiting: 0, sent: 0 };
    open.push(opened);
    return opened;
  };
  /** Sends nothing more on it. */
  const close = (shared: SharedConnection): void => {
    const index = open.indexOf(shared);
    if (index >= 0) {
      open.splice(index, 1);
    }
  };
  const leave = async (shared: SharedConnection): Promise<void> => {
    shared.waiting -= 1;
    if (shared.waiting === 0) {
      close(shared);
      (await shared.client).release();
    }
  };
  return async (transaction) => {
    const shared = find();
    let results: readonly StatementResult[];
    if (shared === undefined) {
      results = await sendOnce(pool, transaction);
    } else {
      shared.waiting += 1;
      shared.sent += 1;
      if (shared.sent === mostSent) {
        close(shared);
      }
      try {
        results = await sendGroup(await shared.client, transaction);
      } finally {
        void leave(shared).catch(() => {});
      }
    }
    // The statement is the second of the two.
    return results[1] as StatementResult;
  };
}
