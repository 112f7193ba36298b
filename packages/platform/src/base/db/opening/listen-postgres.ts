import { setTimeout as sleep } from "node:timers/promises";
import { Client, type ClientConfig } from "pg";
import type { Listen } from "./listen.ts";

/**
 * The delays before the first and the last attempt to connect again, in milliseconds. Each delay is twice the one
 * before.
 */
const firstDelayMs = 250;
const longestDelayMs = 5_000;

/** Listens on PostgreSQL. `close` stops all listeners. */
export interface PostgresListener {
  readonly listen: Listen;
  close(): Promise<void>;
}

/**
 * Keeps one connection for each channel that is listened to. When a connection breaks, it is made again, one attempt
 * at a time, with delays that grow and vary. Therefore sockets do not pile up during an outage, and the processes do
 * not all come back in the same moment after it. Until then, pollers find the work.
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

/** A connection that is listening, or `notOpen` where opening failed. */
interface Listening {
  readonly isOpen: boolean;
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

const notOpen: Listening = { isOpen: false, ended: Promise.resolve(), close: async () => {} };

/** @throws the error of pg when the server cannot be reached; no socket stays open then */
async function open(
  settings: ClientConfig,
  channel: string,
  onNotify: (payload: string) => void,
): Promise<Listening> {
  const client = new Client({ ...settings, keepAlive: true });
  // An error event without a listener would end the process. The event `end` follows and is handled.
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
  // Notifications that were sent while the connection was down are lost, so the listener is called in any case.
  onNotify("");
  return { isOpen: true, ended, close };
}

function delayAfter(failures: number): number {
  const longest = Math.min(longestDelayMs, firstDelayMs * 2 ** failures);
  return longest * (0.5 + Math.random() / 2);
}
