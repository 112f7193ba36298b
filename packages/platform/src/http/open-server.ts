import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createNodeServer, type NodeServerOptions } from "@specwright/runtime/v1/node";
import type { FailureResponse } from "@specwright/runtime/v1/server";
import { createId } from "../ids.ts";
import { Roster } from "../sharing/roster.ts";
import type { ErrorAnswers } from "./errors/error-answer.ts";
import { type Application, createListener, type ServerState } from "./listener.ts";

/** A server that has its port. */
export interface HttpServer {
  readonly port: number;
  /** Begins to answer requests. Until then they get 503. */
  readonly start: (application: Application) => void;
  /**
   * Begins to stop: answers 503 at `/ready` and closes each connection after its next response. After `stillServeMs`
   * it refuses new requests and waits for running ones: at most 10 s in all, 30 s for token exchanges.
   */
  readonly drain: (stillServeMs: number) => Promise<void>;
}

/**
 * Milliseconds for which a stopping process still accepts requests when other processes take over. In this time
 * balancers see 503 at `/ready` and go elsewhere. Clients that keep a connection either use it once more, and are asked
 * to close it, or have closed it (Node closes it after 5 s without a request). Closing at once would lose requests that
 * are just arriving.
 */
export const handOverMs = 5_000;

/** Milliseconds for which requests may run after SIGTERM. */
const drainMs = 10_000;
const exchangeDrainMs = 30_000;

/** Milliseconds for the last bytes of cut-off responses to reach their clients. */
const lastWordsMs = 500;

/**
 * Paths at which codes are exchanged. These requests get more time: a code works only once, so lost tokens cannot be
 * fetched again.
 */
const exchangePath =
  /^\/api\/v3\/(?:toolkits\/auth\/callback|connected_accounts\/[^/]+\/refresh)(?:\?|$)/;

/** Where a server listens, and its limits. Timeouts are those of the runtime (10 s for headers, 30 s for the rest). */
export interface ServerOptions {
  readonly host: string;
  readonly port: number;
  readonly maxConnections: number;
  /** Shorter times, for tests. */
  readonly limits?: Pick<NodeServerOptions, "headersTimeout" | "requestTimeout" | "answerTimeout">;
}

/**
 * Listens on the port. A start does this first, so that a port in use is reported before the slow steps.
 *
 * @throws Error as `listen` does, with `code` such as `EADDRINUSE`
 */
export async function openServer(
  { host, port, maxConnections, limits }: ServerOptions,
  errors: ErrorAnswers,
): Promise<HttpServer> {
  const state: ServerState = {
    application: undefined,
    isDraining: false,
    stopping: new AbortController(),
    stopped: new AbortController(),
  };
  const running = new Roster<ServerResponse>();
  const listener = createListener(state, errors);
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    outgoing.once("close", running.add(outgoing));
    listener(incoming, outgoing);
  };
  const server = createNodeServer(answer, {
    ...limits,
    maxConnections,
    renderRefusal: (refusal) => {
      const requestId = createId("req");
      const { status } = refusal;
      state.application?.log.info({ request_id: requestId, status }, "request refused");
      return withRequestId(errors.answerRefusal(refusal, requestId), requestId);
    },
  });
  await listen(server, host, port);
  // A server that listens on a port has an address of this form.
  const address = server.address() as AddressInfo;
  return {
    port: address.port,
    start: (application) => {
      state.application = application;
    },
    drain: async (stillServeMs) => {
      const began = performance.now();
      state.isDraining = true;
      state.stopping.abort();
      for (const outgoing of running) {
        outgoing.shouldKeepAlive = false;
      }
      await sleep(stillServeMs);
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeIdleConnections();
      const isWaiting = (): boolean => {
        const waited = performance.now() - began;
        if (waited < drainMs) {
          return running.size > 0;
        }
        return waited < exchangeDrainMs && [...running].some(isExchange);
      };
      // Short, so that a stop without running requests is not delayed noticeably.
      while (isWaiting()) {
        await sleep(20);
      }
      // Ends streams. Their clients still receive complete responses.
      state.stopped.abort();
      const lastWords = performance.now() + lastWordsMs;
      while (running.size > 0 && performance.now() < lastWords) {
        await sleep(20);
      }
      server.closeAllConnections();
      await closed;
    },
  };
}

function isExchange({ req }: ServerResponse): boolean {
  return exchangePath.test(req.url ?? "");
}

/** Adds the header fields that all errors of the API have. */
function withRequestId(response: FailureResponse, requestId: string): FailureResponse {
  return {
    ...response,
    headers: {
      ...response.headers,
      "x-request-id": requestId,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  };
}

/** The server of the metrics. */
export interface MetricsServer {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** Serves the metrics on their own port, which should not be reachable from outside. */
export async function openMetricsServer(
  host: string,
  port: number,
  render: () => Promise<{ readonly contentType: string; readonly text: string }>,
): Promise<MetricsServer> {
  const server = createServer((incoming, outgoing) => {
    if (incoming.url !== "/metrics" || incoming.method !== "GET") {
      outgoing.writeHead(404).end();
      return;
    }
    render().then(
      ({ contentType, text }) => outgoing.writeHead(200, { "content-type": contentType }).end(text),
      () => outgoing.destroy(),
    );
  });
  await listen(server, host, port);
  return {
    // A server that listens on a port has an address of this form.
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}
