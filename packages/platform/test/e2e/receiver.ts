import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A delivery as the receiver saw it. */
export interface Received {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A real receiver of webhooks on loopback. */
export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** The next responses. Default: 204. */
  answer: {
    readonly status: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  };
  /** Resolves when this number of deliveries has arrived. */
  waitFor(count: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts a receiver on 127.0.0.1. */
export async function startReceiver(): Promise<Receiver> {
  const waiting = new Set<() => void>();
  const server = createServer(async (incoming, outgoing) => {
    const pieces: Buffer[] = [];
    for await (const piece of incoming) {
      pieces.push(piece);
    }
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
    );
    receiver.received.push({ headers, body: Buffer.concat(pieces).toString("utf8") });
    const { status, headers: ownHeaders, body } = receiver.answer;
    outgoing.writeHead(status, ownHeaders).end(body);
    for (const look of waiting) {
      look();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hooks`,
    received: [],
    answer: { status: 204 },
    waitFor: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (receiver.received.length >= count) {
            waiting.delete(look);
            resolve();
          }
        };
        waiting.add(look);
        look();
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}
