import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A request that a receiver got. */
export interface Arrival {
  readonly webhookId: string;
  /** Milliseconds of `performance.now()`, when the whole request was there. */
  readonly at: number;
  readonly body: string;
}

/** A receiver of V3 events of ACME_THING_ADDED on loopback. */
export interface EventReceiver {
  readonly url: string;
  /** By the number in the event's title (`event-sender.ts`). */
  readonly arrivals: Map<number, Arrival[]>;
  close(): Promise<void>;
}

/** How a receiver answers: at once with 204, at once with 500, or not at all. */
export type Answering = "well" | "with 500" | "never";

/** Starts it on 127.0.0.1. */
export async function startEventReceiver(answering: Answering = "well"): Promise<EventReceiver> {
  const arrivals = new Map<number, Arrival[]>();
  const server = createServer(async (incoming, outgoing) => {
    const pieces: Buffer[] = [];
    try {
      for await (const piece of incoming) {
        pieces.push(piece);
      }
    } catch {
      // The sender was killed in the middle of the request.
      return;
    }
    const body = Buffer.concat(pieces).toString("utf8");
    const number = Number(/"title":"thing (\d+)"/.exec(body)?.[1]);
    const webhookId = String(incoming.headers["webhook-id"]);
    const earlier = arrivals.get(number) ?? [];
    arrivals.set(number, [...earlier, { webhookId, at: performance.now(), body }]);
    if (answering !== "never") {
      outgoing.writeHead(answering === "well" ? 204 : 500).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    arrivals,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
