import type { IncomingMessage, ServerResponse } from "node:http";
import { createNodeListener } from "@specwright/runtime/v1/node";
import type { Service } from "@specwright/runtime/v1/server";
import type { Logger } from "pino";
import type { Services } from "../actions/services.ts";
import { PlatformError } from "../errors.ts";
import type { RequestContext } from "../handlers/handler.ts";
import { createId } from "../ids.ts";
import type { ClientAddress } from "./callers/client-address.ts";
import { describeError } from "./errors/describe-error.ts";
import type { ErrorAnswers } from "./errors/error-answer.ts";
import { answerSite, type Site } from "./site/site.ts";

/**
 * The parts of a started process that answer requests. Without a service the process is a worker, which only answers
 * health checks.
 */
export interface Application {
  readonly services: Services;
  readonly service: Service<RequestContext> | undefined;
  readonly site: Site;
  readonly clientAddress: ClientAddress;
  readonly log: Logger;
  /** Rejects when requests cannot be answered, for example when the database is down. */
  readonly checkReady: () => Promise<void>;
}

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** The state of a server: its application, once that is ready, and whether the server is about to stop. */
export interface ServerState {
  application: Application | undefined;
  isDraining: boolean;
  /** Aborted when the process begins to stop. `stopped` is aborted when the time for running requests is over. */
  readonly stopping: AbortController;
  readonly stopped: AbortController;
}

/** Creates a listener for `node:http` that answers 503 until the application is ready. */
export function createListener(state: ServerState, errors: ErrorAnswers): Listener {
  let api: { readonly of: Application; readonly listen: Listener } | undefined;
  return (incoming, outgoing) => {
    const { application } = state;
    const path = (incoming.url ?? "/").split("?", 1)[0] ?? "/";
    // Otherwise a client that keeps its connection would send its next request to a server that has stopped.
    if (state.isDraining) {
      outgoing.shouldKeepAlive = false;
    }
    if (path === "/health") {
      return sendJson(outgoing, 200, { status: "ok" });
    }
    if (path === "/ready") {
      return void answerReady(state, outgoing);
    }
    if (application === undefined) {
      return sendStarting(outgoing, errors);
    }
    if (api?.of !== application) {
      api = { of: application, listen: createApiListener(application, state) };
    }
    const { listen } = api;
    if (isApi(path)) {
      return listen(incoming, outgoing);
    }
    answerSite(application.site, path, incoming, outgoing).then(
      (isAnswered) => {
        if (!isAnswered) {
          listen(incoming, outgoing);
        }
      },
      (error: unknown) => {
        application.log.error({ err: describeError(error) }, "file not sent");
        outgoing.destroy();
      },
    );
  };
}

/**
 * True for the document's paths. Other paths without a file also reach the API, which answers them with its own 404.
 */
function isApi(path: string): boolean {
  return /^\/(?:api|link|mcp|tool_router)\//.test(path);
}

function createApiListener(
  { service, services, clientAddress }: Application,
  { stopping, stopped }: ServerState,
): Listener {
  if (service === undefined) {
    return (_, outgoing) => sendJson(outgoing, 404, { status: "this process is a worker" });
  }
  return createNodeListener(
    service,
    (incoming, outgoing): RequestContext => ({
      requestId: createId("req"),
      target: incoming.url ?? "/",
      address: clientAddress(incoming),
      services,
      hasLeft: () => outgoing.closed,
      watchCaller: () => watchCaller(outgoing),
      stopping: stopping.signal,
      stopped: stopped.signal,
      found: {},
    }),
  );
}

/** `Request` has such a signal too, but creating one costs as much as an outgoing call. */
function watchCaller(outgoing: ServerResponse): AbortSignal {
  const left = new AbortController();
  const end = (): void => {
    if (!outgoing.writableFinished) {
      left.abort();
    }
  };
  if (outgoing.closed) {
    end();
  } else {
    outgoing.once("close", end);
  }
  return left.signal;
}

/** The same 503 as the API's, sent while the API is still starting. */
function sendStarting(outgoing: ServerResponse, errors: ErrorAnswers): void {
  const requestId = createId("req");
  const { body } = errors.answerError(new PlatformError("Server_Unavailable"), requestId);
  outgoing.setHeader("x-request-id", requestId);
  sendJson(outgoing, 503, { ...Object(body) });
}

async function answerReady(state: ServerState, outgoing: ServerResponse): Promise<void> {
  const { application, isDraining } = state;
  if (application === undefined) {
    return sendJson(outgoing, 503, { status: "starting" });
  }
  if (isDraining) {
    return sendJson(outgoing, 503, { status: "stopping" });
  }
  try {
    await application.checkReady();
    sendJson(outgoing, 200, { status: "ready" });
  } catch (error) {
    application.log.warn({ err: describeError(error) }, "not ready");
    sendJson(outgoing, 503, { status: "unavailable" });
  }
}

function sendJson(outgoing: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  outgoing.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
    "cache-control": "no-store",
    ...(status === 503 ? { "retry-after": "1" } : {}),
  });
  outgoing.end(text);
}
