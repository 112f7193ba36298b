import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** A receiver of events on loopback. Times are milliseconds since 1970, which its child processes share. */
export interface TimedReceiver {
  readonly url: string;
  /** The number of requests so far. */
  count(): number;
  /** Resolves when the events with so many numbers, from the first one on, have arrived. */
  waitFor(from: number, count: number): Promise<void>;
  /** Resolves when nothing came for a second. */
  waitUntilQuiet(): Promise<void>;
  /** The time of the last request. */
  readLast(): number;
  /** The time at which the event with this number arrived first. */
  readArrival(number: number): number;
  /** Forgets what arrived. */
  clear(): void;
  close(): void;
}

/** Starts a receiver that answers at once. */
export async function startReceiver(): Promise<TimedReceiver> {
  const arrivals = new Map<number, number>();
  let last = 0;
  let count = 0;
  const server = createServer(async (incoming, outgoing) => {
    let body = "";
    for await (const piece of incoming) {
      body += String(piece);
    }
    outgoing.writeHead(204).end();
    count += 1;
    const number = Number(/"title":"(\d+)"/.exec(body)?.[1] ?? Number.NaN);
    last = performance.timeOrigin + performance.now();
    if (!arrivals.has(number)) {
      arrivals.set(number, last);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    waitFor: async (from: number, count: number): Promise<void> => {
      const isThere = (): boolean =>
        Array.from({ length: count }, (_, n) => from + n).every((n) => arrivals.has(n));
      while (arrivals.size < count || !isThere()) {
        await sleep(5);
      }
    },
    count: (): number => count,
    waitUntilQuiet: async (): Promise<void> => {
      for (let before = -1; before !== count; ) {
        before = count;
        await sleep(1_000);
      }
    },
    readLast: (): number => last,
    readArrival: (number: number): number => arrivals.get(number) ?? Number.NaN,
    clear: (): void => arrivals.clear(),
    close: (): void => {
      server.close();
      server.closeAllConnections();
    },
  };
}
