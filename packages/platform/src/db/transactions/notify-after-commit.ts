import { type Kysely, sql } from "kysely";
import type { Tables } from "../tables.ts";

/** The channels of transactions that have not ended, by the transaction. */
const asked = new WeakMap<object, Set<string>>();

/**
 * Notifies a channel once the transaction is committed, and not at all when it is undone. NOTIFY inside of it would have
 * all commits of the database wait for one another, each until it is on disk (PostgreSQL keeps notifications in the order
 * of commits), so that ten callers were as slow as one.
 *
 * A process that ends in between leaves the channel without its notification: whoever listens also polls.
 */
export function notifyAfterCommit(trx: object, channel: string): void {
  const channels = asked.get(trx) ?? new Set();
  asked.set(trx, channels.add(channel));
}

/** Channels that a transaction notifies after its commit. */
export function channelsAfterCommit(trx: object): ReadonlySet<string> {
  return asked.get(trx) ?? new Set();
}

/**
 * Sends notifications; callers do not wait. Requests that come while one is on its way become one more, however
 * often it is asked for.
 */
export function createNotifier(kysely: Kysely<Tables>): (channels: ReadonlySet<string>) => void {
  const states = new Map<string, "sending" | "again">();
  const send = async (channel: string): Promise<void> => {
    do {
      states.set(channel, "sending");
      // During an outage, and while the database closes: those who listen poll.
      await sql`select pg_notify(${channel}, '')`.execute(kysely).catch(() => {});
    } while (states.get(channel) === "again");
    states.delete(channel);
  };
  return (channels) => {
    for (const channel of channels) {
      if (states.has(channel)) {
        states.set(channel, "again");
      } else {
        void send(channel);
      }
    }
  };
}
