import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../tables.ts";

/**
 * Milliseconds between two notifications of a channel. A notification is a transaction of its own, which PostgreSQL writes to
 * disk: with 1,500 events a second it sent 250 a second, and a worker that is busy uses none of them.
 */
const pauseMs = 15;

/** For each transaction that has not ended, the channels to notify. */
const asked = new WeakMap<object, Set<string>>();

/**
 * Notifies a channel once the transaction is committed; a transaction that is undone notifies nobody. A NOTIFY inside
 * the transaction would make all commits of the database wait for one another, each until it is on disk, because
 * PostgreSQL keeps notifications in the order of commits. Ten callers were then as slow as one.
 *
 * If the process ends in between, the notification is lost: every listener also polls.
 */
export function notifyAfterCommit(trx: object, channel: string): void {
  const channels = asked.get(trx) ?? new Set();
  asked.set(trx, channels.add(channel));
}

/** Channels that a transaction notifies after its commit. */
export function listChannelsAfterCommit(trx: object): ReadonlySet<string> {
  return asked.get(trx) ?? new Set();
}

/**
 * Sends notifications without making callers wait: the first one of a channel at once. All further requests for that
 * channel are joined into one more, which is sent `pauseMs` later.
 *
 * @param pause waits between two notifications of a channel
 */
export function createNotifier(
  kysely: Kysely<Tables>,
  pause: () => Promise<void> = () => sleep(pauseMs),
): (channels: ReadonlySet<string>) => void {
  const states = new Map<string, "sending" | "again">();
  const send = async (channel: string): Promise<void> => {
    do {
      states.set(channel, "sending");
      // It fails during an outage, and while the database closes. Listeners poll as well, so the notification may be
      // lost.
      await sql`select pg_notify(${channel}, '')`.execute(kysely).catch(() => {});
      await pause();
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
