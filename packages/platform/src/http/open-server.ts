import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createNodeServer, type NodeServerOptions } from "@specwright/runtime/v1/node";
import type { FailureResponse } from "@specwright/runtime/v1/server";
import { createId } from "../ids.ts";
import type { ErrorAnswers } from "./errors/error-answer.ts";
import { type Application, createListener, type ServerState } from "./listener.ts";

/** A server that has its port. */
export interface HttpServer {
  readonly port: number;
  /** From here on requests are answered; before, they are 503. */
  readonly start: (application: Application) => void;
  /**
   * Answers 503 at `/ready` and ends each connection with its next answer. After `stillServeMs` it takes no more requests, and
   * waits for those that run: at most 10 s in all, 30 s for token exchanges.
   */
  readonly drain: (stillServeMs: number) => Promise<void>;
}

/**
 * How long a stop still takes requests where other processes take over: balancers learn from `/ready` and go elsewhere,
 * and a client that keeps a connection (Node closes it after 5 s without a request) uses it once more and is asked to
 * close it, or has given it up. Closing at once would lose what is on its way at that moment.
 */
export const handOverMs = 5_000;

/** Requests run at most this long after SIGTERM (issue: SIGTERM drains 10 s, token exchanges 30 s). */
const drainMs = 10_000;
const exchangeDrainMs = 30_000;

/** Time for the ends of answers that were cut short to reach their clients. */
const lastWordsMs = 500;

/** Paths at which codes are exchanged: a code that was used and whose tokens were lost cannot be used again. */
const exchangePath =
  /^\/api\/v3\/(?:toolkits\/auth\/callback|connected_accounts\/[^/]+\/refresh)(?:\?|$)/;

/** Where a server listens, and its limits; the times are those of the runtime (10 s for headers, 30 s for the rest). */
export interface ServerOptions {
  readonly host: string;
  readonly port: number;
  readonly maxConnections: number;
  /** Shorter times, for tests. */
  readonly limits?: Pick<NodeServerOptions, "headersTimeout" | "requestTimeout" | "answerTimeout">;
}

/**
 * Takes the port. It is the first thing of a start, since finding it in use after everything else would be late.
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
  const running = new Set<{ readonly isExchange: boolean; readonly outgoing: ServerResponse }>();
  const listener = createListener(state, errors);
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const entry = { isExchange: exchangePath.test(incoming.url ?? ""), outgoing };
    running.add(entry);
    outgoing.once("close", () => running.delete(entry));
    listener(incoming, outgoing);
  };
  const server = createNodeServer(answer, {
    ...limits,
    maxConnections,
    renderRefusal: (refusal) => {
      const requestId = createId("req");
      const { status } = refusal;
      state.application?.log.info({ request_id: requestId, status }, "request refused");
      return withRequestId(errors.ofRefusal(refusal, requestId), requestId);
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
      for (const { outgoing } of running) {
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
        return waited < exchangeDrainMs && [...running].some((entry) => entry.isExchange);
      };
      // Short, so that a stop without requests is not noticed.
      while (isWaiting()) {
        await sleep(20);
      }
      // Answers that last are ended by this, and reach their clients whole.
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

/** The header fields that all errors of the API have. */
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

/** Serves the metrics on a port of their own, which should not be reachable from outside. */
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
