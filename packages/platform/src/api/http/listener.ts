import type { IncomingMessage, ServerResponse } from "node:http";
import { createNodeListener } from "@specwright/runtime/v1/node";
import type { Service } from "@specwright/runtime/v1/server";
import type { Logger } from "pino";
import type { Services } from "../../actions/services.ts";
import { PlatformError } from "../../base/errors.ts";
import type { DiskState } from "../../base/files/disk-room.ts";
import { createId } from "../../base/ids.ts";
import type { RequestContext } from "../handlers/handler.ts";
import type { McpSignInPages } from "../sign-in/mcp-sign-in.ts";
import type { ClientAddress } from "./callers/client-address.ts";
import { atClose } from "./connections/at-close.ts";
import { describeError } from "./errors/describe-error.ts";
import type { ErrorAnswers } from "./errors/error-answer.ts";
import { sendJson } from "./site/send-json.ts";
import { answerSite, type Site } from "./site/site.ts";

/**
 * The parts of a started process that answer requests. Without a service the process is a worker, which only answers
 * health checks.
 */
export interface Application {
  readonly services: Services;
  readonly service: Service<RequestContext> | undefined;
  readonly site: Site;
  /** The sign-in of people to MCP endpoints. A worker has none. */
  readonly signIn: McpSignInPages | undefined;
  readonly clientAddress: ClientAddress;
  readonly log: Logger;
  /**
   * Resolves to the state of the disk, and to why requests cannot be answered although the database answers. Rejects with the
   * database's error.
   */
  readonly checkReady: () => Promise<{
    readonly disk: DiskState;
    readonly reasons: readonly string[];
  }>;
}

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** The state of a server: its application, once that is ready, and whether the server is about to stop. */
export interface ServerState {
  application: Application | undefined;
  isDraining: boolean;
  /** Aborted when the process begins to stop. `stopped` is aborted when the time for running requests is over. */
  readonly stopping: AbortController;
  readonly stopped: AbortController;
  /** Called with each request of the API, and with the object in which its caller is noted later. */
  readonly noteCaller: (incoming: IncomingMessage, found: RequestContext["found"]) => void;
}

/** Creates a listener for `node:http` that answers 503 until the application is ready. */
export function createListener(state: ServerState, errors: ErrorAnswers): Listener {
  let api: { readonly of: Application; readonly listen: Listener } | undefined;
  return (incoming, outgoing) => {
    const { application } = state;
    const path = readPath(incoming);
    // Otherwise a client that keeps its connection would send its next request to a server that has stopped.
    if (state.isDraining) {
      outgoing.shouldKeepAlive = false;
    }
    if (answerProbe(state, incoming, outgoing)) {
      return;
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
    if (application.signIn?.(path, incoming, outgoing) === true) {
      return;
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

/** Answers `/health` and `/ready`. Returns false for other paths. */
export function answerProbe(
  state: ServerState,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): boolean {
  const path = readPath(incoming);
  if (path === "/health") {
    sendJson(outgoing, 200, { status: "ok" });
    return true;
  }
  if (path === "/ready") {
    void answerReady(state, outgoing);
    return true;
  }
  return false;
}

function readPath({ url = "/" }: IncomingMessage): string {
  return url.split("?", 1)[0] ?? "/";
}

/**
 * True for the document's paths. Other paths without a file also reach the API, which answers them with its own 404.
 */
function isApi(path: string): boolean {
  return /^\/(?:api|link|mcp|tool_router)\//.test(path);
}

function createApiListener(
  { service, services, clientAddress }: Application,
  { stopping, stopped, noteCaller }: ServerState,
): Listener {
  if (service === undefined) {
    return (_, outgoing) => sendJson(outgoing, 404, { status: "this process is a worker" });
  }
  return createNodeListener(service, (incoming, outgoing): RequestContext => {
    const found = {};
    noteCaller(incoming, found);
    return {
      requestId: createId("req"),
      target: incoming.url ?? "/",
      address: clientAddress(incoming),
      services,
      hasLeft: () => outgoing.closed,
      ...watchCaller(outgoing),
      countArriving: () => (incoming.complete ? undefined : incoming.socket.bytesRead),
      stopping: stopping.signal,
      stopped: stopped.signal,
      found,
    };
  });
}

/**
 * Watches whether anybody still waits for a response. `Request` has such a signal too, but creating one costs as much as
 * an outgoing call, so it is made on first use.
 */
function watchCaller(outgoing: ServerResponse): Pick<RequestContext, "watchCaller" | "giveUp"> {
  let left: AbortController | undefined;
  let isGivenUp = false;
  const end = (): void => {
    if (isGivenUp || !outgoing.writableFinished) {
      left?.abort();
    }
  };
  return {
    watchCaller: () => {
      if (left === undefined) {
        left = new AbortController();
        if (outgoing.closed || isGivenUp) {
          end();
        } else {
          atClose(outgoing, end);
        }
      }
      return left.signal;
    },
    giveUp: () => {
      isGivenUp = true;
      end();
    },
  };
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
  const cannot = (reasons: readonly string[], details: Readonly<Record<string, unknown>> = {}) => {
    application.log.warn({ reasons, ...details }, "not ready");
    sendJson(outgoing, 503, { status: "cannot", reasons });
  };
  try {
    const { disk, reasons } = await application.checkReady();
    if (reasons.length > 0 || disk === "full") {
      return cannot([
        ...reasons,
        ...(disk === "full" ? ["The disk of PLATFORM_DATA is full."] : []),
      ]);
    }
    // Everything but uploads and imports works. If the replicas share a disk, 503 would also end all other requests.
    sendJson(outgoing, 200, { status: "ready", ...(disk === "low" && { disk }) });
  } catch (error) {
    // Everybody may ask, so the address of the database is in the log alone.
    cannot(["The database cannot be used."], { err: describeError(error) });
  }
}
