import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { isStreamed } from "../server/http/stream-incoming.ts";

interface Watched {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** The time at which the body began, or at which its stream last made progress. */
  since: number;
  /** The number of bytes that the connection had received by then. */
  bytes: number;
}

/**
 * Limits the time that bodies may take to arrive. Node's own `requestTimeout` is the same for all requests, so it would
 * end a long upload (100 MiB) that makes good progress.
 */
export class RequestClock {
  readonly #limits: { readonly requestTimeout: number; readonly bodyIdleTimeout: number };
  readonly #refuse: (incoming: IncomingMessage) => void;
  /**
   * The request that arrives on each connection. A `Set` of requests would change twice for each of them, and its old
   * tables would keep them in memory until the next full collection of garbage.
   */
  readonly #watched = new Map<Socket, Watched | undefined>();

  /** @param refuse ends a connection whose request is too slow */
  constructor(
    limits: { readonly requestTimeout: number; readonly bodyIdleTimeout: number },
    refuse: (incoming: IncomingMessage) => void,
  ) {
    this.#limits = limits;
    this.#refuse = refuse;
  }

  /** Watches a request until it has arrived completely, even if it is answered earlier. */
  watch(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { "content-length": length = "0", "transfer-encoding": coding } = incoming.headers;
    if (length === "0" && coding === undefined) {
      return;
    }
    const { socket } = incoming;
    if (!this.#watched.has(socket)) {
      socket.once("close", () => this.#watched.delete(socket));
    }
    this.#watched.set(socket, { incoming, outgoing, since: performance.now(), bytes: 0 });
  }

  /** Refuses the requests that are too slow. Call it at regular intervals. */
  check(): void {
    const now = performance.now();
    for (const [socket, watched] of this.#watched) {
      if (watched === undefined) {
        continue;
      }
      const { incoming, outgoing } = watched;
      if (incoming.complete || incoming.destroyed) {
        this.#watched.set(socket, undefined);
        continue;
      }
      const isStream = isStreamed(incoming) && !outgoing.writableEnded;
      const { bytesRead } = socket;
      if (isStream && (bytesRead !== watched.bytes || isFull(incoming))) {
        watched.since = now;
        watched.bytes = bytesRead;
      }
      const { requestTimeout, bodyIdleTimeout } = this.#limits;
      if (now - watched.since >= (isStream ? bodyIdleTimeout : requestTimeout)) {
        this.#watched.set(socket, undefined);
        this.#refuse(incoming);
      }
    }
  }
}

/**
 * Returns whether the buffer is full. The handler has not read it yet, so the socket is not read either, and the client
 * cannot send more.
 */
function isFull(incoming: IncomingMessage): boolean {
  return incoming.readableLength >= incoming.readableHighWaterMark;
}
