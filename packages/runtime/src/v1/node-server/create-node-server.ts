import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { Socket } from "node:net";
import type { FailureResponse } from "../server/answers/failure.ts";
import { findRequestProblem } from "./check-request.ts";
import { Connection } from "./connection.ts";
import { deferContinue } from "./defer-continue.ts";
import { type Refusal, refusalToProblem, refusalToText, toRefusal } from "./refusal.ts";
import { RequestClock } from "./request-clock.ts";

/** The limits of a server. Times are in milliseconds. */
export interface NodeServerOptions {
  /** How long the header fields of a request may take to arrive. Default: 10,000. */
  readonly headersTimeout?: number;
  /** How long a body may take to arrive, unless the handler reads it as a stream. Default: 30,000. */
  readonly requestTimeout?: number;
  /**
   * How long a body that the handler reads as a stream, such as `application/octet-stream`, may go without a new piece.
   * The whole body may take any time. Time in which the handler does not read does not count. Default: 30,000.
   */
  readonly bodyIdleTimeout?: number;
  /**
   * How long a client may read nothing of its answer before the connection is closed. This does not limit the time of
   * handlers. Default: 30,000.
   */
  readonly answerTimeout?: number;
  /** How many connections may be open. Further ones are closed at once. Default: no limit. */
  readonly maxConnections?: number;
  /** Writes a refusal in the API's own error shape. Default: Problem Details (RFC 9457). */
  readonly renderRefusal?: (refusal: Refusal) => FailureResponse;
}

/**
 * Milliseconds for which an idle connection stays open. Load balancers close theirs after 60 s, and they have to close
 * first: if the server did, a request could already be on its way, and its client would get a reset instead of an
 * answer.
 */
const keepAliveTimeout = 65_000;

/** Milliseconds between two checks for requests that have taken too long. */
const usualCheckInterval = 1000;

/**
 * `http.createServer` for a server on the public internet:
 *
 * - It answers the requests of a connection one at a time. Pipelined requests (RFC 9112, section 9.3.2) wait, so a
 *   client that sends many and reads nothing costs the memory of one answer.
 * - Requests that arrive too slowly get 408, and connections whose client stops reading are closed.
 * - A request that proxies could read differently gets 400: two `Host` fields or none, a transfer coding other than
 *   `chunked`, HTTP/0.9.
 * - These answers and the refusals of Node's parser (400, 408, 413, 431) have a body in the API's own error shape.
 * - `100 Continue` is sent only when the listener begins to read the body, so that it can refuse a request before the
 * body is transferred.
 *
 * @param listener `createNodeListener(router)`, an Express application, or any other listener for `http.createServer`
 * @example
 * ```ts
 * import { createNodeListener, createNodeServer } from "@specwright/runtime/v1/node";
 * import { createRouter } from "./generated/server/index.js";
 * import { handlers } from "./handlers.ts";
 *
 * const router = createRouter({ handlers });
 * createNodeServer(createNodeListener(router), { maxConnections: 1000 }).listen(3000);
 * ```
 */
export function createNodeServer(
  listener: RequestListener,
  options: NodeServerOptions = {},
): Server {
  const {
    headersTimeout = 10_000,
    requestTimeout = 30_000,
    bodyIdleTimeout = 30_000,
    answerTimeout = 30_000,
    maxConnections,
    renderRefusal = refusalToProblem,
  } = options;
  const server = createServer({
    headersTimeout,
    // `RequestClock` does this, because streams have another limit than other bodies.
    requestTimeout: 0,
    keepAliveTimeout,
    connectionsCheckingInterval: Math.min(usualCheckInterval, headersTimeout),
    // `findRequestProblem` checks this. Node's own refusal would not have a body.
    requireHostHeader: false,
  });
  if (maxConnections !== undefined) {
    server.maxConnections = maxConnections;
  }
  const connections = new WeakMap<Socket, Connection>();
  const getConnection = (socket: Socket): Connection => {
    const known = connections.get(socket);
    if (known !== undefined) {
      return known;
    }
    const connection = new Connection(socket, answerTimeout, serve);
    connections.set(socket, connection);
    return connection;
  };
  const serve: RequestListener = (incoming, outgoing) => {
    const problem = findRequestProblem(incoming);
    if (problem === undefined) {
      clock.watch(incoming, outgoing);
      listener(incoming, outgoing);
    } else {
      refuse(incoming.socket, { status: 400, errors: [problem] }, incoming);
    }
  };
  const refuse = (socket: Socket, refusal: Refusal, incoming?: IncomingMessage): void => {
    getConnection(socket).refuse(() => refusalToText(refusal, renderRefusal(refusal)), incoming);
  };
  const clock = new RequestClock({ requestTimeout, bodyIdleTimeout }, (incoming) =>
    refuse(incoming.socket, { status: 408, errors: [] }, incoming),
  );
  const checkInterval = Math.min(usualCheckInterval, requestTimeout, bodyIdleTimeout);
  let checking: NodeJS.Timeout | undefined;
  server.on("listening", () => {
    checking = setInterval(() => clock.check(), checkInterval).unref();
  });
  server.on("close", () => clearInterval(checking));
  const arrive: RequestListener = (incoming, outgoing) => {
    getConnection(incoming.socket).arrive(incoming, outgoing);
  };
  server.on("request", arrive);
  server.on("checkContinue", (incoming, outgoing) => {
    deferContinue(incoming, outgoing);
    arrive(incoming, outgoing);
  });
  // Expectations other than `100-continue` may be ignored (RFC 9110, section 10.1.1).
  server.on("checkExpectation", arrive);
  server.on("clientError", (error: NodeJS.ErrnoException, stream) => {
    // The streams of an HTTP server over TCP are always sockets.
    const socket = stream as Socket;
    const refusal = toRefusal(error);
    if (refusal === undefined) {
      socket.destroy();
    } else {
      refuse(socket, refusal);
    }
  });
  server.timeout = Connection.checkInterval(answerTimeout);
  server.on("timeout", (socket) => getConnection(socket).onTimeout());
  return server;
}
