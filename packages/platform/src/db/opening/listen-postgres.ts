import { setTimeout as sleep } from "node:timers/promises";
import { Client, type ClientConfig } from "pg";
import type { Listen } from "./listen.ts";

/** The wait before the first and before the last try to connect again, in milliseconds; each wait doubles the one before. */
const firstDelayMs = 250;
const longestDelayMs = 5_000;

/** Listens on PostgreSQL, and stops all of it. */
export interface PostgresListener {
  readonly listen: Listen;
  close(): Promise<void>;
}

/**
 * Keeps one connection for each channel that is listened to. A connection that breaks is made again, one try at a time,
 * with waits that grow and vary: during an outage the processes do not pile up sockets, and after it they do not all
 * come back in the same moment. Pollers cover the time between.
 */
export function createPostgresListener(settings: ClientConfig): PostgresListener {
  const stops = new Set<() => Promise<void>>();
  return {
    listen: async (channel, onNotify) => {
      const stopping = new AbortController();
      let client = await open(settings, channel, onNotify);
      const keep = async (): Promise<void> => {
        for (let failures = 0; !stopping.signal.aborted; failures += 1) {
          if (client.isOpen) {
            await client.ended;
            failures = 0;
          }
          await sleep(delayAfter(failures), undefined, { signal: stopping.signal });
          client = await open(settings, channel, onNotify).catch(() => notOpen);
        }
      };
      // The wait ends with an error when it is aborted.
      const kept = keep().catch(() => {});
      const stop = async (): Promise<void> => {
        stops.delete(stop);
        stopping.abort();
        await client.close();
        await kept;
        // The last try may have succeeded meanwhile.
        await client.close();
      };
      stops.add(stop);
      return stop;
    },
    close: async () => {
      await Promise.all([...stops].map((stop) => stop()));
    },
  };
}

/** A connection that listens, or the want of one. */
interface Listening {
  readonly isOpen: boolean;
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

const notOpen: Listening = { isOpen: false, ended: Promise.resolve(), close: async () => {} };

/** @throws what pg throws when the server cannot be reached; no socket stays open then */
async function open(
  settings: ClientConfig,
  channel: string,
  onNotify: (payload: string) => void,
): Promise<Listening> {
  const client = new Client({ ...settings, keepAlive: true });
  // Without a listener an error of the connection would end the process; `end` follows it.
  client.on("error", () => {});
  client.on("notification", ({ payload = "" }) => onNotify(payload));
  const ended = new Promise<void>((resolve) => client.once("end", () => resolve()));
  const close = async (): Promise<void> => {
    await client.end().catch(() => {});
  };
  try {
    await client.connect();
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
  } catch (error) {
    await close();
    throw error;
  }
  // Notifications that were sent without a connection are lost: something may have happened.
  onNotify("");
  return { isOpen: true, ended, close };
}

function delayAfter(failures: number): number {
  const longest = Math.min(longestDelayMs, firstDelayMs * 2 ** failures);
  return longest * (0.5 + Math.random() / 2);
}
