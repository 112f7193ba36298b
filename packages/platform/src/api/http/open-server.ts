import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createNodeServer, type NodeServerOptions } from "@specwright/runtime/v1/node";
import type { FailureResponse } from "@specwright/runtime/v1/server";
import type { ReadUsage } from "../../actions/services.ts";
import { createId } from "../../base/ids.ts";
import { MemberSet } from "../../base/sharing/member-set.ts";
import { atClose } from "./connections/at-close.ts";
import { backlog, limitConnections } from "./connections/limit-connections.ts";
import type { ErrorAnswers } from "./errors/error-answer.ts";
import { type Application, answerProbe, createListener, type ServerState } from "./listener.ts";

/** A server that has its port. */
export interface HttpServer {
  readonly port: number;
  /** Answers `/health` and `/ready`, also for requests of another server. Returns false for other paths. */
  readonly answerProbe: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;
  /** Aborts when the time for running requests is over. A process that is not busy sends their last answers within two seconds. */
  readonly stopped: AbortSignal;
  /** Begins to answer requests. Until then they get 503. */
  readonly start: (application: Application) => void;
  /** The connections of a project to this process. */
  readonly readUsage: ReadUsage;
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

/**
 * Turns of 20 ms for the last answers to reach their clients, and for what is just being stored. They are counted, because the embedded
 * database may use up any time by itself.
 */
const lastTurns = 100;

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
  /** CIDRs and addresses of proxies in front of the service. Default: none. */
  readonly trustedProxies?: readonly string[];
  /** Shorter times, for tests. */
  readonly limits?: Pick<NodeServerOptions, "headersTimeout" | "requestTimeout" | "answerTimeout">;
}

/**
 * Listens on the port. A start does this first, so that a port in use is reported before the slow steps.
 *
 * @throws Error as `listen` does, with `code` such as `EADDRINUSE`
 */
export async function openServer(
  { host, port, maxConnections, trustedProxies = [], limits }: ServerOptions,
  errors: ErrorAnswers,
): Promise<HttpServer> {
  const state: ServerState = {
    application: undefined,
    isDraining: false,
    stopping: new AbortController(),
    stopped: new AbortController(),
    noteCaller: (incoming, found) => connections.identify(incoming, found),
  };
  const running = new MemberSet<ServerResponse>();
  const listener = createListener(state, errors);
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    atClose(outgoing, running.add(outgoing));
    connections.begin(incoming, outgoing);
    listener(incoming, outgoing);
  };
  const server = createNodeServer(answer, {
    ...limits,
    renderRefusal: (refusal) => {
      const requestId = createId("req");
      const { status } = refusal;
      state.application?.log.info({ request_id: requestId, status }, "request refused");
      return withRequestId(errors.answerRefusal(refusal, requestId), requestId);
    },
  });
  const connections = limitConnections(server, {
    maxConnections,
    trustedProxies,
    onClosed: (closed) =>
      state.application?.log.warn({ closed }, "connections closed to make room for others"),
  });
  await listen(server, host, port);
  // A server that listens on a port has an address of this form.
  const address = server.address() as AddressInfo;
  return {
    port: address.port,
    answerProbe: (incoming, outgoing) => answerProbe(state, incoming, outgoing),
    stopped: state.stopped.signal,
    start: (application) => {
      state.application = application;
    },
    readUsage: (projectId) => ({
      name: "connections",
      used: connections.count(projectId),
      limit: maxConnections,
      unit: "connections",
    }),
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
      for (let turns = 0; running.size > 0 && turns < lastTurns; turns += 1) {
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

/** The answers of the metrics' server. */
export interface MetricsSources {
  readonly render: () => Promise<{ readonly contentType: string; readonly text: string }>;
  readonly answerProbe: HttpServer["answerProbe"];
}

/** The server of the metrics. */
export interface MetricsServer {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** The number of connections of the metrics' server. One collector needs one, and each balancer a few. */
const mostMetricsConnections = 100;

/**
 * Serves the metrics on their own port, which should not be reachable from outside. Probes are answered there too: no
 * caller of the API can delay this port's new connections.
 */
export async function openMetricsServer(
  host: string,
  port: number,
  { render, answerProbe }: MetricsSources,
): Promise<MetricsServer> {
  const server = createNodeServer((incoming, outgoing) => {
    connections.begin(incoming, outgoing);
    if (answerProbe(incoming, outgoing)) {
      return;
    }
    if (incoming.url !== "/metrics" || incoming.method !== "GET") {
      outgoing.writeHead(404).end();
      return;
    }
    render().then(
      ({ contentType, text }) => outgoing.writeHead(200, { "content-type": contentType }).end(text),
      () => outgoing.destroy(),
    );
  });
  const connections = limitConnections(server, { maxConnections: mostMetricsConnections });
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
    server.listen({ port, host, backlog }, () => {
      server.off("error", reject);
      resolve();
    });
  });
}
