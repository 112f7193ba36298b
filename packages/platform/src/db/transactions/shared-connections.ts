import type { Pool, PoolClient } from "pg";
import { type GroupedStatement, type StatementResult, sendGroup } from "./statement-group.ts";

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

/** Connections on which several short transactions are under way at the same time. */
export interface SharedConnections {
  /**
   * Sends statements that are a transaction by themselves. Transactions of the same turn of the event loop leave in
   * one packet. Each has its own result or error.
   *
   * @returns undefined when each shared connection has enough transactions
   */
  send(
    statements: readonly GroupedStatement[],
    shown: number,
  ): Promise<StatementResult> | undefined;
}

/** Takes connections of the pool while they are needed. */
export function createSharedConnections(pool: Pool): SharedConnections {
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
  return {
    send: (statements, shown) => {
      const shared = find();
      if (shared === undefined) {
        return undefined;
      }
      shared.waiting += 1;
      shared.sent += 1;
      if (shared.sent === mostSent) {
        close(shared);
      }
      return shared.client
        .then((client) => sendGroup(client, statements, shown))
        .finally(() => void leave(shared).catch(() => {}));
    },
  };
}
